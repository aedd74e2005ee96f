package import JSONText

/// An object that is shown as an outline of its properties, because no template draws it.
package struct PreviewOutline: Sendable, Hashable {
    /// Where it stands in the document.
    package let pointer: JSONPointer
    /// The name of its entity; nil where the repository has none for it.
    package let entity: String?
}
