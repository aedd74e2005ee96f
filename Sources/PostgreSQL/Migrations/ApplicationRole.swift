/// The database role that serves requests: it uses the tables but owns none of them.
///
/// A role that owns a table can disable its triggers and change append-only data. So the owner runs the migrations, and
/// this role gets only the rights that the stores need: append-only tables can be read and appended to.
package struct ApplicationRole: Sendable, Hashable {
    /// The role's name in the database.
    package let name: String

    package init(name: String) { self.name = name }

    /// Grants the rights that the stores need in the current schema; `connection` must belong to the owner of the
    /// tables.
    ///
    /// A table is append-only if it has the trigger that refuses changes (function `refuse_change`). Call this in the
    /// transaction that changed tables, so that no statement sees a table without its grants.
    func grant(_ connection: Connection) throws(PostgreSQLError) {
        let role: SQL = "\(identifier: name)"
        for row in try connection.query(Self.tables) {
            let table: SQL = "\(identifier: try row["name", as: String.self])"
            let kind = try row["kind", as: String.self]
            try connection.execute("REVOKE ALL ON TABLE \(table) FROM \(role)")
            switch kind {
            case "read": try connection.execute("GRANT SELECT ON TABLE \(table) TO \(role)")
            case "append": try connection.execute("GRANT SELECT, INSERT ON TABLE \(table) TO \(role)")
            default: try connection.execute("GRANT SELECT, INSERT, UPDATE, DELETE ON TABLE \(table) TO \(role)")
            }
        }
        for row in try connection.query(Self.sequences) {
            let sequence: SQL = "\(identifier: try row["name", as: String.self])"
            try connection.execute("GRANT USAGE, SELECT ON SEQUENCE \(sequence) TO \(role)")
        }
    }

    /// Returns the append-only tables that the connection's role could still change because it owns them, belongs to
    /// the role that owns them, or is a superuser; empty for a role set up by ``grant(_:)``.
    package static func unprotectedTables(_ connection: Connection) throws(PostgreSQLError) -> [String] {
        let rows = try connection.query(
            """
            SELECT DISTINCT c.relname AS name
            FROM pg_class c
            JOIN pg_trigger t ON t.tgrelid = c.oid
            JOIN pg_proc p ON p.oid = t.tgfoid AND p.proname = 'refuse_change'
            WHERE c.relnamespace = current_schema()::regnamespace AND pg_has_role(current_user, c.relowner, 'MEMBER')
            ORDER BY 1
            """)
        var names: [String] = []
        for row in rows { names.append(try row["name"]) }
        return names
    }

    private static let tables: SQL = """
        SELECT c.relname AS name,
            CASE
                WHEN c.relkind = 'v' OR c.relname = 'migration' THEN 'read'
                WHEN EXISTS (
                    SELECT FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
                    WHERE t.tgrelid = c.oid AND p.proname = 'refuse_change') THEN 'append'
                ELSE 'change'
            END AS kind
        FROM pg_class c
        WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p', 'v')
        ORDER BY 1
        """

    private static let sequences: SQL = """
        SELECT relname AS name FROM pg_class
        WHERE relnamespace = current_schema()::regnamespace AND relkind = 'S' ORDER BY 1
        """
}
