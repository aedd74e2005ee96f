package import Foundation

/// A team's approval of a proposed schema release.
package struct SchemaApproval: Sendable, Hashable {
    package let team: Team
    package let note: String
    package let author: Actor
    package let createdAt: Date
    /// The reason why the approval does not count now; nil if it counts.
    package let discount: SchemaApprovalDiscount?

    package var isCounted: Bool { discount == nil }
}

/// A reason why a given approval does not count.
package enum SchemaApprovalDiscount: Sendable, Hashable {
    /// The account does not speak for the team any more.
    case notInTeam
    /// The account is disabled or may not review any more.
    case mayNotReview
}

/// The result of an approval or of its withdrawal.
package enum ApproveSchemasOutcome: Sendable, Hashable {
    case recorded
    /// The proposal does not exist, was adopted or proposed again, or another schema release was adopted since. For a
    /// withdrawal also: the team has not approved it.
    case notOpen
    /// The account is not a member of the team.
    case notInTeam
    /// The account is the author of the proposal.
    case ownProposal
    /// The account has approved for this other team; each team's approval must come from a different person.
    case alreadyApproved(Team)
    /// The note is longer than 2,000 Unicode scalars.
    case noteTooLong
    /// The note of the team `design`, which says who agreed, is empty.
    case noteRequired
}
