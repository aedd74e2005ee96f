import JSONText
import PostgreSQL

/// The check that a revision has the approvals that its policy requires; runs in the transaction that publishes the
/// revision.
struct ApprovalGate {
    /// The problems because of which the release is refused.
    private(set) var problems: [ReleaseProblem] = []
    private(set) var warnings: [ReleaseProblem] = []
    /// The missing approvals, if the release is allowed although they are missing; nil otherwise.
    private(set) var shortfall: ApprovalShortfall?

    /// Checks a revision. The hash is computed from the revision's bytes, never read from a stored verdict. Unless
    /// `isPlan` is true, the installation's policy cannot change before the end of the transaction.
    init(
        _ revision: Revision, of feature: Feature, breakGlass: Bool, reason: String, isPlan: Bool,
        on connection: Connection
    ) throws {
        if !isPlan { try ApprovalTable.lockPolicy(toChange: false, on: connection) }
        let summary = try ApprovalTable.summary(
            of: revision.number, hash: ContentStore.hash(of: revision.bytes), feature, on: connection)
        guard !summary.allowsPublishing else { return }
        let (given, required) = (summary.approvals.count, summary.policy.required)
        let missing =
            summary.isChangeRequested
            ? "A reviewer has requested changes to revision \(revision.number)."
            : "Revision \(revision.number) has \(given) of \(counted: required, "required approval")."
        guard breakGlass else {
            problems = [ReleaseProblem(code: ReleaseProblem.notApproved, message: missing, feature: feature.name)]
            return
        }
        guard reason.contains(where: { !$0.isWhitespace }) else {
            problems = [
                ReleaseProblem(
                    code: "reason-missing", message: "Publishing without the required approvals needs a reason.",
                    feature: feature.name)
            ]
            return
        }
        shortfall = ApprovalShortfall(revision: revision.number, required: required, given: given)
        warnings = [
            ReleaseProblem(
                code: ReleaseProblem.approvalsBypassed, message: "\(missing) This release is made anyway.",
                feature: feature.name)
        ]
    }
}

/// The required approvals that a release lacks.
struct ApprovalShortfall {
    let revision: Int
    let required: Int
    /// The number of approvals that the revision has.
    let given: Int
}
