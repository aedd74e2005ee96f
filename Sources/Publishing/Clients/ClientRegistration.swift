package import Foundation
package import SchemaRepository

/// A statement of what one build of an app decodes, or that it counts no more.
package struct ClientRegistration: Sendable, Hashable {
    /// Counts all registrations of the installation in the order of their commits.
    package let number: Int
    package let platform: String
    package let version: ClientVersion
    /// The app's own name of the build; nil where none was given.
    package let build: String?
    /// The schema release that the names in the file were looked up in.
    package let schemaRelease: Int
    /// SHA-256 of the file as it was sent, in hexadecimal; nil where the registration was withdrawn.
    package let fileHash: String?
    /// SHA-256 of the lists with every `*` written out; nil where the registration was withdrawn.
    let listsHash: String?
    package let author: Actor
    package let createdAt: Date

    /// True if the build counts no more.
    package var isWithdrawn: Bool { fileHash == nil }
}
