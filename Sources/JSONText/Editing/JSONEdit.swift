/// The edit of one value of a document.
package enum JSONEdit: Sendable {
    /// Replaces the value with a string.
    case string(String)
    /// Replaces the value with another value of the document. Edits of the other value apply only if it is inside the
    /// replaced value.
    case value(JSONValue)
    /// Omits the value, with its name if it is a member.
    case omission
}
