package import Foundation

/// A proposal to adopt an imported schema release; it may have been adopted since.
package struct SchemaProposal: Sendable, Hashable {
    package let number: Int
    package let release: SchemaRelease
    /// The number of the schema release that was current when this one was proposed; the proposal is compared with it.
    /// Nil if there was none.
    package let base: Int?
    /// A description of the source of the files, such as `git https://… main, commit 1a2b…`.
    package let source: String
    package let note: String
    package let author: Actor
    package let createdAt: Date
}

/// The event that a schema release became the current one.
package struct SchemaAdoption: Sendable, Hashable {
    package let number: Int
    /// The number of the schema release.
    package let schemaRelease: Int
    /// The proposal that was adopted; nil for a return to an earlier schema release, and for schemas that were adopted
    /// without a proposal, as at the first start.
    package let proposal: Int?
    package let reason: String
    /// True if approvals that the adoption needed were missing.
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
    /// The content is that of a schema release that was current before. It is not proposed, because it can be adopted
    /// again without approvals.
    case earlier(SchemaRelease)
    /// The note or the source is too long.
    case tooLong
}

/// The result of an adoption.
package enum AdoptSchemasOutcome: Sendable {
    case adopted(SchemaAdoption)
    case alreadyCurrent(SchemaRelease)
    case noSuchRelease
    /// Another schema release was adopted since the proposal, or since the page was opened. `current` is its number; 0
    /// for none.
    case stale(current: Int)
    /// These teams have not approved the proposal.
    case approvalsMissing([Team])
    /// A required reason is missing, or the reason has more than 2,000 characters.
    case reasonRequired
}
