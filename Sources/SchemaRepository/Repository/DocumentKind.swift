/// A kind of document: the schema of the repository that its documents must match.
package struct DocumentKind: Sendable, Hashable {
    /// The schema's identifier, such as `/screens/Screen`.
    package let id: String

    /// The schema's name (`x-name`, or else the last part of the identifier), such as `Screen`.
    package let name: String

    /// The schema's `x-kind`, such as `screen`; empty if it has none.
    package let kind: String

    /// The schema's `title`, or else its name; shown to people.
    package let title: String

    package init(id: String, name: String, kind: String, title: String) {
        self.id = id
        self.name = name
        self.kind = kind
        self.title = title
    }
}
