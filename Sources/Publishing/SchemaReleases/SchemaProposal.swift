package import Foundation

/// A schema release that was imported and is not in force yet, or was adopted since.
package struct SchemaProposal: Sendable, Hashable {
    package let number: Int
    package let release: SchemaRelease
    /// The number of the schema release that was current then, which it is compared with; nil before the first.
    package let base: Int?
    /// The origin of the files in words, such as `git https://… main (commit 1a2b…)`.
    package let source: String
    package let note: String
    package let author: Actor
    package let createdAt: Date
}

/// A moment at which a schema release became the current one.
package struct SchemaAdoption: Sendable, Hashable {
    package let number: Int
    /// The number of the schema release.
    package let schemaRelease: Int
    /// The proposal that was adopted; nil for a return to an earlier schema release.
    package let proposal: Int?
    package let reason: String
    /// True for an adoption without the approvals that it needs.
    package let isBreakGlass: Bool
    package let author: Actor
    package let createdAt: Date
}

/// The result of a proposal.
package enum ProposeSchemasOutcome: Sendable {
    case proposed(SchemaProposal)
    /// The same content is proposed already, on the same base.
    case alreadyProposed(SchemaProposal)
    /// The content is that of the current schema release.
    case current(SchemaRelease)
    /// The content is that of a schema release that was current before. It is not proposed, because a return to it needs
    /// no approvals.
    case earlier(SchemaRelease)
    /// The note or the source is too long.
    case tooLong
}

/// The result of an adoption.
package enum AdoptSchemasOutcome: Sendable {
    case adopted(SchemaAdoption)
    case alreadyCurrent(SchemaRelease)
    case noSuchRelease
    /// Another schema release was adopted since the proposal, or since the page was opened; its number.
    case stale(current: Int)
    /// These teams have not approved the proposal.
    case approvalsMissing([Team])
    /// A reason is required, at most 2,000 characters.
    case reasonRequired
}
