package import JSONText

/// An object without a template, shown as an outline of its members.
package struct PreviewOutline: Sendable, Hashable {
    /// The pointer in the document.
    package let pointer: JSONPointer
    /// The name of the object's entity; nil if the repository has none for it.
    package let entity: String?
}
