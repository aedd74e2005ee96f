/// The state of the review of one revision: the request, the verdicts and the policy.
package struct ReviewSummary: Sendable, Hashable {
    package let revision: Int
    /// The hexadecimal SHA-256 of the revision's bytes.
    package let hash: String
    package let policy: ApprovalPolicy
    /// The live revision below this one that has the rule with the largest share of clients; the highest of several.
    /// So a revision that reaches a few clients in a rollout is not the base while another one is live for all clients.
    /// While this revision itself is live, the revision for which that was true just before this one went live.
    ///
    /// A revision that only test devices get, or that is published only on platforms that are switched off, is the base
    /// only if clients get no other one below this one. 0 for none. A review covers the changes since the base.
    package let base: Int
    /// The names of everybody who saved a revision after the base, up to this one. If one of these revisions is a
    /// clone, the contributors to the cloned revision are included. Contributors cannot approve.
    package let contributors: [String]
    /// The open request; nil if there is none.
    package let request: Review?
    /// The newest verdict of each person, oldest first, without withdrawn ones.
    package let verdicts: [Approval]
    /// True if a revision after the base is a clone of another feature's revision.
    package let isCloned: Bool

    package init(
        revision: Int, hash: String, policy: ApprovalPolicy, base: Int, contributors: [String], request: Review?,
        verdicts: [Approval], isCloned: Bool = false
    ) {
        self.revision = revision
        self.hash = hash
        self.policy = policy
        self.base = base
        self.contributors = contributors
        self.request = request
        self.verdicts = verdicts
        self.isCloned = isCloned
    }

    /// The counted approvals: of these bytes, by people who may review and are not contributors.
    package var approvals: [Approval] {
        verdicts.filter {
            $0.verdict == .approved && $0.isCounted && $0.hash == hash && !isContributor($0.author)
        }
    }

    /// True if a counted verdict requests changes.
    package var isChangeRequested: Bool { verdicts.contains { $0.verdict == .changesRequested && $0.isCounted } }

    package var state: ReviewState {
        if isChangeRequested { return .changesRequested }
        if approvals.count >= max(1, policy.required) { return .approved }
        return request == nil ? .draft : .inReview
    }

    /// True if the policy lets the revision be published.
    package var allowsPublishing: Bool {
        policy.required == 0 || approvals.count >= policy.required && !isChangeRequested
    }

    /// Returns true if a person is one of the contributors.
    package func isContributor(_ actor: Actor) -> Bool { contributors.contains(actor.name) }

    /// Returns the newest verdict of a person; nil if there is none or it was withdrawn.
    package func verdict(of actor: Actor) -> Approval? { verdicts.first { $0.author.name == actor.name } }
}
