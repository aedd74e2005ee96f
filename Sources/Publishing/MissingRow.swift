/// A statement that always answers with a row did not.
struct MissingRow: Error, CustomStringConvertible {
    var description: String { "database error" }
}
