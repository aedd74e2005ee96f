package import Foundation
package import SchemaRepository

/// The registration of a build of an app, with a file that lists the entities, properties and enum values that the
/// build decodes; or the withdrawal of the build's earlier registration.
package struct ClientRegistration: Sendable, Hashable {
    /// The number among all registrations of the installation, in the order of their commits.
    package let number: Int
    package let platform: String
    package let version: ClientVersion
    /// The build's name in the app's own numbering; nil if none was given.
    package let build: String?
    /// The number of the schema release in which the names of the file were looked up.
    package let schemaRelease: Int
    /// The hexadecimal SHA-256 of the file as it was sent; nil for a withdrawal.
    package let fileHash: String?
    /// The hexadecimal SHA-256 of the stored lists, in which each `*` of the file is replaced by all names that it
    /// stands for; nil for a withdrawal.
    let listsHash: String?
    package let author: Actor
    package let createdAt: Date

    /// True for a withdrawal.
    package var isWithdrawn: Bool { fileHash == nil }
}
