/// The error for a statement that must return a row but did not.
struct MissingRow: Error, CustomStringConvertible {
    var description: String { "database error" }
}
