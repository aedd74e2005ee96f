package import Foundation

/// A team's agreement with a proposed schema release.
package struct SchemaApproval: Sendable, Hashable {
    package let team: Team
    package let note: String
    package let author: Actor
    package let createdAt: Date
}

/// The result of an approval or of its withdrawal.
package enum ApproveSchemasOutcome: Sendable, Hashable {
    case recorded
    /// There is no open proposal under that number: it was adopted, overtaken, or proposed with another content.
    case notOpen
    /// The account does not speak for the team.
    case notInTeam
    /// Nobody approves their own proposal.
    case ownProposal
    /// The account has approved for another team; three people are needed.
    case alreadyApproved(Team)
    /// A note has at most 2,000 characters, and one about a design names who agreed.
    case noteRequired
}
