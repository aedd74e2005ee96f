package import Foundation
package import SchemaRepository

/// The parts of the schemas that one build of an app decodes, or the withdrawal of that statement.
package struct ClientRegistration: Sendable, Hashable {
    /// The number among all registrations of the installation, in the order of their commits.
    package let number: Int
    package let platform: String
    package let version: ClientVersion
    /// The build's name in the app's own numbering; nil if none was given.
    package let build: String?
    /// The schema release that the names in the file were looked up in.
    package let schemaRelease: Int
    /// SHA-256 of the file as it was sent, in hexadecimal; nil if the registration was withdrawn.
    package let fileHash: String?
    /// SHA-256 of the lists with every `*` written out; nil if the registration was withdrawn.
    let listsHash: String?
    package let author: Actor
    package let createdAt: Date

    /// True if the registration was withdrawn.
    package var isWithdrawn: Bool { fileHash == nil }
}
