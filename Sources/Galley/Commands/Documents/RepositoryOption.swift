import SchemaRepository

/// The schema repository that a command works with.
enum RepositoryOption {
    /// The repository in a directory, or the starter one; throws ``CommandError`` with every fault of its documents.
    static func load(_ directory: String?, home: String?) throws -> SchemaRepository {
        do {
            return try SchemaRepository(loading: try directory ?? Home(option: home).schemas)
        } catch let error as RepositoryError {
            throw CommandError(error.description)
        }
    }
}
