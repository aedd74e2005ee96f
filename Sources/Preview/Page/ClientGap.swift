package import JSONText

/// A part of a document that a client does not show as written.
package struct ClientGap: Sendable, Hashable {
    package let pointer: JSONPointer
    package let range: SourceRange?
    /// A sentence that names the version from which clients know it.
    package let message: String
}
