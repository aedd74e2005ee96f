import HTTPTypes
import MicroHTTP
import Publishing

/// Records and withdraws the approvals that teams give to proposed schema releases.
struct SchemaApprovalHandlers: Sendable {
    let stores: Stores
    let errors: ErrorPages

    /// Records the approval of a team. For the team `design`, records that the designers agreed; the field `note` must
    /// say who.
    @Sendable func approve(_ request: SignedInRequest) throws -> Response {
        try decide(request, NoticeCode.approvalRecorded) { proposal, team in
            try stores.schemaReleases.approve(proposal, for: team, note: request.field("note"), by: request.account)
        }
    }

    /// Withdraws the approval of a team.
    @Sendable func withdrawApproval(_ request: SignedInRequest) throws -> Response {
        try decide(request, NoticeCode.approvalWithdrawn) {
            try stores.schemaReleases.withdrawApproval($0, for: $1, by: request.account)
        }
    }

    private func decide(
        _ request: SignedInRequest, _ notice: String, _ action: (Int, Team) throws -> ApproveSchemasOutcome
    ) throws -> Response {
        guard let number = Int(asked: request.parameter("number")), let team = Team(rawValue: request.field("team")),
            let proposal = Int(asked: request.field("proposal")),
            try stores.schemaReleases.proposal(of: number)?.number == proposal
        else { return try errors.notFound(request, what: Texts["schema-releases.there-is-no-such-proposal"]) }
        let path = Paths.schemaRelease(number)
        let what: String
        switch try action(proposal, team) {
        case .recorded: return request.redirect(to: path, saying: notice)
        case .notOpen: what = Texts["schema-releases.the-proposal-was-adopted-or-overtaken-since"]
        case .notInTeam: what = Texts["schema-releases.you-do-not-speak-for-an-administrator", ["team": team.title]]
        case .ownProposal: what = Texts["schema-releases.nobody-approves-their-own-proposal-ask-someone"]
        case .alreadyApproved(let other):
            what = Texts["schema-releases.you-have-approved-for-three-different-people", ["team": other.title]]
        case .noteTooLong: what = Texts["schema-releases.a-note-has-at-most-characters"]
        case .noteRequired: what = Texts["schema-releases.say-with-whom-it-was-agreed-in"]
        }
        return try errors.refused(
            request, heading: Texts["schema-releases.the-approval-was-not-recorded"], what: what,
            links: [ErrorPage.Link(href: path, label: SchemaReleaseWords.label(number))])
    }

    /// Returns a row for each team whose approval an open proposal needs, and one for the agreement of the designers.
    func rows(
        _ proposal: SchemaProposal, _ approvals: [SchemaApproval], _ request: SignedInRequest
    ) throws -> [SchemaReleasePage.Approval] {
        let own = try stores.accounts.teams(of: request.account.name)
        let isAuthor = proposal.author.accountID == request.account.id
        let mayReview = request.account.may(.review)
        return (Team.approving + [.design]).map { team in
            let given = approvals.first { $0.team == team }
            let isDesign = team == .design
            let isOpen = given?.isCounted != true
            let other = approvals.first {
                $0.author.accountID == request.account.id && $0.team != .design && $0.team != team
            }
            // Anybody who may review can record what was agreed with the designers; no membership of a team is needed.
            let objection = isDesign ? nil : Self.objection(to: team, own: own, isAuthor: isAuthor, other: other?.team)
            return SchemaReleasePage.Approval(
                team: team.rawValue, title: team.title,
                state: Self.state(given, isDesign: isDesign),
                who: given.map { "\($0.author.name), \(request.clock.when($0.createdAt).exact)" } ?? "",
                note: given?.note.nonEmpty, discount: given.flatMap(Self.discount),
                mayApprove: isOpen && mayReview && objection == nil,
                mayWithdraw: mayReview
                    && (given?.author.accountID == request.account.id || given != nil && own.contains(team)),
                needsNote: isDesign, hint: isOpen && mayReview ? objection : nil)
        }
    }

    /// Returns the reason why a reviewer cannot approve for a team, as a sentence; nil if there is none. `own` are the
    /// teams that the reviewer speaks for, `other` is another team for which the reviewer has approved already.
    private static func objection(to team: Team, own: Set<Team>, isAuthor: Bool, other: Team?) -> String? {
        guard own.contains(team) else { return Texts["schema-releases.you-do-not-speak-for-this-team"] }
        guard !isAuthor else { return Texts["schema-releases.nobody-approves-their-own-proposal"] }
        return other.map { Texts["schema-releases.you-have-approved-for", ["team": $0.title]] }
    }

    /// Returns the sentence about an approval that does not count any more; nil if it counts.
    private static func discount(of approval: SchemaApproval) -> String? {
        switch approval.discount {
        case .notInTeam: Texts["schema-releases.does-not-count-for-team", ["team": approval.team.title]]
        case .mayNotReview: Texts["reviews.does-not-count-any-more"]
        case nil: nil
        }
    }

    private static func state(_ given: SchemaApproval?, isDesign: Bool) -> SchemaReleaseState {
        if given?.isCounted == false {
            return SchemaReleaseState(kind: "warn", text: Texts["schema-releases.does-not-count"])
        }
        return switch (given != nil, isDesign) {
        case (true, true): SchemaReleaseState(kind: "ok", text: Texts["schema-releases.agreed"])
        case (true, false): SchemaReleaseState(kind: "ok", text: Texts["schema-releases.approved"])
        case (false, true): SchemaReleaseState(kind: "", text: Texts["schema-releases.not-recorded"])
        case (false, false): SchemaReleaseState(kind: "", text: Texts["schema-releases.open"])
        }
    }
}
