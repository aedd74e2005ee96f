import PostgreSQL

extension Actor {
    /// Creates an actor from the columns `author_id` and `author_name`.
    init(_ row: Row) throws {
        self.init(accountID: try row["author_id", as: Int?.self], name: try row["author_name", as: String.self])
    }
}
