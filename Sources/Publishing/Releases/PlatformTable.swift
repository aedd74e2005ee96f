import PostgreSQL

/// Reads the platforms of the installation.
enum PlatformTable {
    /// Returns all platforms in the order in which pages list them.
    static func all(on connection: Connection) throws -> [Platform] {
        try connection.query("SELECT name, title FROM platform ORDER BY position").map { row in
            Platform(name: try row["name", as: String.self], title: try row["title", as: String.self])
        }
    }
}
