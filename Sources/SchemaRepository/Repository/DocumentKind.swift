/// A kind of document: the schema of the repository that its documents must match.
package struct DocumentKind: Sendable, Hashable {
    /// The schema's identifier, such as `/screens/Screen`.
    package let id: String

    /// The entity's name, such as `Screen`.
    package let name: String

    /// The entity's `x-kind`, such as `screen`.
    package let kind: String

    /// The title for people.
    package let title: String

    package init(id: String, name: String, kind: String, title: String) {
        self.id = id
        self.name = name
        self.kind = kind
        self.title = title
    }
}
