import Foundation
import HTTPTypes
import JSONText
import MicroHTTP
import Publishing

/// Shows the signed-in person's tasks and the review of one revision; requests reviews, records verdicts and comments,
/// and sets the approval policies.
struct ReviewHandlers: Sendable {
    let stores: Stores
    let sides: ComparisonSides
    let pages: PageRenderer
    let errors: ErrorPages

    /// The number of days for which the failures that apps report are shown.
    private static let failureDays = 7
    /// The maximum number of rollouts, of unsaved texts, of failures and of refused editions on the page.
    private static let listedRows = 20

    /// Redirects to the page of tasks if something waits for the signed-in person, otherwise to the features. Failures
    /// that apps report do not count.
    @Sendable func home(_ request: SignedInRequest) throws -> Response {
        let account = request.account
        let waits = try stores.reviews.pending().contains {
            PendingReviewRow($0, account, clock: request.clock).need != .others
        }
        let needs =
            try waits || !rollouts(for: account).isEmpty
            || !stores.workingCopies.features(with: account, limit: 1).isEmpty
            || refusals(for: account)?.report?.clients.contains { !$0.refused.isEmpty } ?? false
        return .seeOther(needs ? Paths.reviews : Paths.features)
    }

    /// Shows the signed-in person's tasks: rollouts that wait for the person, open reviews, oldest first, unsaved
    /// texts, live editions that registered builds cannot decode, and the failures that apps report.
    @Sendable func index(_ request: SignedInRequest) throws -> Response {
        let account = request.account
        let reviews = try ListPage(ReviewStore.maximumPending) { try stores.reviews.pending(limit: $0) }
        let rows = reviews.rows.map { PendingReviewRow($0, account, clock: request.clock) }
        var page = ReviewIndexPage(
            chrome: request.chrome(Texts["reviews.what-needs-you"], .reviews), rows: rows,
            policy: try stores.reviews.policy(), mayChangePolicy: account.may(.managePolicies))
        page.reviewsCut = reviews.isCut ? Texts["reviews.only-oldest-listed", ["count": rows.count]] : nil
        let unsaved = try ListPage(Self.listedRows) { try stores.workingCopies.features(with: account, limit: $0) }
        page.unsavedCut = unsaved.cutWords
        page.unsaved = unsaved.rows.map {
            ReviewIndexPage.Unsaved(
                feature: $0.feature, href: Paths.workingCopy(of: $0.feature), when: request.clock.when($0.changedAt))
        }
        let rollouts = try rollouts(for: account)
        page.rolloutNotices = try stores.rolloutNotices(about: rollouts.prefix(Self.listedRows))
        let left = rollouts.count - page.rolloutNotices.count
        page.rolloutsCut = left > 0 ? Texts["common.more-not-listed", ["count": left]] : nil
        let since = request.clock.now.addingTimeInterval(-Double(Self.failureDays) * 86_400)
        let failures = try ListPage(Self.listedRows) {
            try stores.renderFailures.failuresOfLive(since: since, limit: $0)
        }
        page.failuresCut = failures.cutWords
        page.failures = failures.rows.map {
            ReviewIndexPage.Failure(
                feature: $0.feature, href: Paths.feature($0.feature), reason: $0.failure.reason,
                reports: Texts["reviews.reports", ["count": $0.failure.count]],
                when: request.clock.when($0.failure.lastAt))
        }
        if let kept = try refusals(for: account) { page.builds = ReviewIndexPage.Builds(kept, limit: Self.listedRows) }
        return try pages.render(page)
    }

    /// Returns the rollouts that wait for an account: its own, and all if it may publish.
    private func rollouts(for account: Account) throws -> [Rollout] {
        try stores.rollouts.current().filter {
            $0.state.needsPerson && (account.may(.publish) || $0.author.accountID == account.id)
        }
    }

    /// Returns the last report on registered builds; nil if the account may neither edit nor publish nor manage
    /// schemas.
    private func refusals(for account: Account) throws -> LatestClientsReport? {
        guard account.may(.edit) || account.may(.publish) || account.may(.manageSchemas) else { return nil }
        return try stores.clients.latestReport()
    }

    /// Shows the review of one revision.
    @Sendable func show(_ request: SignedInRequest) throws -> Response {
        guard let (feature, revision) = try subject(of: request) else { return try errors.notFound(request) }
        return try pages.render(try page(request, feature, revision))
    }

    /// Requests a review.
    @Sendable func create(_ request: SignedInRequest) throws -> Response {
        let (people, roles) = (request.form.all("person"), request.form.all("role"))
        let outcome = try stores.reviews.request(
            number(request), of: request.parameter("feature"), people: people, roles: roles.compactMap(Role.init),
            note: request.field("note"), by: request.account.actor)
        return try answer(outcome, request, saying: NoticeCode.reviewRequested) { page, problems in
            page.typedRequestNote = request.field("note")
            (page.requestNoteProblem, page.peopleProblem) = (problems.text, problems.choice)
            for index in page.people.indices { page.people[index].isChosen = people.contains(page.people[index].value) }
            for index in page.roles.indices { page.roles[index].isChosen = roles.contains(page.roles[index].value) }
        }
    }

    /// Withdraws the request for a review.
    @Sendable func withdraw(_ request: SignedInRequest) throws -> Response {
        let outcome = try stores.reviews.withdraw(
            reviewOf: number(request), of: request.parameter("feature"), by: request.account.actor)
        return try answer(outcome, request, saying: NoticeCode.reviewWithdrawn)
    }

    /// Approves the bytes that the page showed, requests changes, or withdraws a verdict.
    @Sendable func decide(_ request: SignedInRequest) throws -> Response {
        guard let verdict = Verdict(rawValue: request.field("verdict")) else {
            return try refused(request, Texts["reviews.choose-a-verdict"])
        }
        let outcome = try stores.reviews.give(
            verdict, to: number(request), of: request.parameter("feature"), hash: request.field("hash").nonEmpty,
            note: request.field("note"), by: request.account.actor)
        let notice =
            switch verdict {
            case .approved: NoticeCode.revisionApproved
            case .changesRequested: NoticeCode.changesRequested
            case .withdrawn: NoticeCode.verdictWithdrawn
            }
        return try answer(outcome, request, saying: notice) { page, problems in
            (page.typedNote, page.noteProblem) = (request.field("note"), problems.text)
        }
    }

    /// Comments on an element.
    @Sendable func comment(_ request: SignedInRequest) throws -> Response {
        let outcome = try stores.reviews.comment(
            on: number(request), of: request.parameter("feature"), at: request.field("pointer"),
            request.field("text"), by: request.account.actor)
        return try answer(outcome, request, saying: NoticeCode.commentSaved) { page, problems in
            (page.typedPointer, page.typedComment) = (request.field("pointer"), request.field("text"))
            (page.pointerProblem, page.commentProblem) = (problems.choice, problems.text)
        }
    }

    /// Sets the installation's policy: the number of approvals that publishing requires.
    @Sendable func setPolicy(_ request: SignedInRequest) throws -> Response {
        guard let required = Int(asked: request.field("required")),
            try stores.reviews.setPolicy(required, by: request.account.actor) != nil
        else { return try refused(request, Texts["reviews.choose-a-policy"]) }
        return request.redirect(to: Paths.reviews, saying: NoticeCode.policyChanged)
    }

    /// Sets the approval policy of a feature, or makes the feature follow the installation's policy.
    @Sendable func setFeaturePolicy(_ request: SignedInRequest) throws -> Response {
        guard let feature = try stores.features.feature(named: request.parameter("feature")) else {
            return try errors.notFound(request)
        }
        let asked = request.field("required")
        let required = Int(asked: asked)
        guard asked == "installation" || required != nil,
            try stores.reviews.setPolicy(required, of: feature.name, by: request.account.actor) != nil
        else { return try refused(request, Texts["reviews.choose-a-policy"]) }
        return request.redirect(to: Paths.feature(feature.name), saying: NoticeCode.policyChanged)
    }

    private func number(_ request: SignedInRequest) -> Int { Int(asked: request.parameter("number")) ?? 0 }

    /// Returns the feature and the revision that the path names; nil if one of them does not exist.
    private func subject(of request: SignedInRequest) throws -> (Feature, Revision)? {
        guard let feature = try stores.features.feature(named: request.parameter("feature")),
            let revision = try stores.revisions.revision(of: feature.name, number: number(request))
        else { return nil }
        return (feature, revision)
    }

    /// The sentences about the invalid fields of a form.
    private struct FieldProblems {
        /// A sentence about a text that is missing or too long; nil if the text is valid.
        var text: String?
        /// A sentence about a person who cannot be asked, or about an element that does not exist; nil if the choice is
        /// valid.
        var choice: String?

        init(_ outcome: ReviewOutcome) {
            switch outcome {
            case .textMissing: text = Texts["reviews.text-missing"]
            case .textTooLong: text = Texts["reviews.text-too-long", ["limit": ReviewStore.maximumTextLength]]
            case .cannotReview(let name):
                choice = Texts["reviews.cannot-review", ["name": name, "limit": ReviewStore.maximumPeople]]
            case .noSuchElement(let pointer): choice = Texts["reviews.no-such-element", ["pointer": pointer]]
            case .done, .unchanged, .noSuchRevision, .contributor, .otherBytes: break
            }
        }
    }

    /// Returns the response to an action on a review, such as a verdict or a comment. If a field was refused, the
    /// response is the page of the review, on which `fill` restores the form as it was typed.
    private func answer(
        _ outcome: ReviewOutcome, _ request: SignedInRequest, saying notice: String,
        _ fill: (inout ReviewPage, FieldProblems) -> Void = { _, _ in }
    ) throws -> Response {
        let path = Paths.review(of: request.parameter("feature"), number(request))
        switch outcome {
        case .done: return request.redirect(to: path, saying: notice)
        case .unchanged: return request.redirect(to: path, saying: NoticeCode.reviewUnchanged)
        case .noSuchRevision: return try errors.notFound(request)
        case .contributor(let summary):
            return try refused(request, ReviewWords.barred(summary), .forbidden)
        case .otherBytes: return try refused(request, Texts["reviews.other-bytes"], .conflict)
        case .cannotReview, .noSuchElement, .textMissing, .textTooLong:
            guard let (feature, revision) = try subject(of: request) else { return try errors.notFound(request) }
            var page = try page(request, feature, revision)
            fill(&page, FieldProblems(outcome))
            return try pages.render(page, status: .unprocessableContent)
        }
    }

    private func refused(
        _ request: SignedInRequest, _ sentence: String, _ status: HTTPResponse.Status = .unprocessableContent
    ) throws -> Response {
        let feature = request.parameter("feature")
        let back =
            feature.isEmpty || number(request) == 0
            ? ErrorPage.Link(href: Paths.reviews, label: Texts["reviews.reviews"])
            : ErrorPage.Link(
                href: Paths.review(of: feature, number(request)),
                label: Texts["reviews.review-of-revision", ["number": number(request)]])
        return try errors.refused(
            request, heading: Texts["reviews.not-done"], what: sentence, status: status, links: [back])
    }
}
