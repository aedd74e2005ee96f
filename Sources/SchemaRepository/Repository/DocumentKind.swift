/// What a document may be: a schema of the repository that a whole document is checked against.
package struct DocumentKind: Sendable, Hashable {
    /// The schema's identifier, as in `/screens/Screen`.
    package let id: String

    /// The entity's name, as in `Screen`.
    package let name: String

    /// The shelf it stands on (`x-kind`), as in `screen`.
    package let kind: String

    /// What a person calls it.
    package let title: String

    package init(id: String, name: String, kind: String, title: String) {
        self.id = id
        self.name = name
        self.kind = kind
        self.title = title
    }
}
