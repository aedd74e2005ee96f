/// The edit of one value of a document.
package enum JSONEdit: Sendable {
    /// Replaces it with a string.
    case string(String)
    /// Replaces it with another value of the document, which may have edits itself.
    case value(JSONValue)
    /// Omits it, with its name if it is a member.
    case omission
}
