/// The reason why a schema repository could not be read from an archive, a directory or git.
package struct SchemaSourceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A sentence for people.
    package let description: String

    package init(_ description: String) { self.description = description }
}
