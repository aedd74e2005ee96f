package import JSONText

/// A difference between two states of the schema repository.
package struct SchemaChange: Sendable, Hashable, Encodable {
    /// The part of the repository that differs.
    package enum Subject: String, Sendable, Codable {
        case document
        case property
        case value
        case requirement
        case type
        case limit
        case reference
        case branch
        case support
        case annotation
        case documentation
        case example
        case template
    }

    /// The direction of the change.
    package enum Kind: String, Sendable, Codable {
        case added
        case removed
        case changed
    }

    /// The identifier of the entity that differs. For an example or a template it is derived from the file's path, so
    /// the repository may have no schema with this identifier.
    package let entity: String
    package let subject: Subject
    package let kind: Kind
    /// True if valid documents may become invalid, or if clients may get documents that they cannot decode.
    package let isBreaking: Bool
    /// A sentence with names and values between backticks.
    package let message: String
    /// The place in the new schema or, for a removal, in the old one; the root for changes without a single place.
    package let pointer: JSONPointer
    /// The line of that place in its file, from 1; nil for changes without a single place, such as those of whole
    /// files.
    package let line: Int?
}
