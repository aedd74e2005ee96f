import JSONText
import MicroHTTP
import Preview
import Publishing

extension ReviewHandlers {
    /// The maximum number of accounts in the list from which reviewers are chosen, besides those that were asked
    /// already. Only accounts that may review this revision are in it.
    private static let mostPeople = 50
    /// The maximum number of earlier revisions whose comments are shown at the present position of their elements;
    /// comments on older revisions show the pointer that they were written with.
    private static let mostFollowed = 10

    /// Returns the page of a revision's review.
    func page(_ request: SignedInRequest, _ feature: Feature, _ revision: Revision) throws -> ReviewPage {
        guard let summary = try stores.reviews.summary(of: revision.number, of: feature.name) else {
            throw MissingReview()
        }
        let account = request.account
        let document = try? JSONDocument(parsing: revision.bytes, limits: .console)
        let isContributor = summary.isContributor(account.actor)
        let own = summary.verdict(of: account.actor)
        var page = ReviewPage(
            chrome: request.chrome(
                Texts["reviews.title", ["feature": feature.name, "number": revision.number]], .reviews),
            feature: feature.name, number: revision.number, summary: summary,
            live: try stores.liveTable(of: feature.name).shares[revision.number]?.liveWords, clock: request.clock)
        page.isValid = revision.isValid
        let newest = try stores.reviews.comments(
            of: feature.name, after: summary.base, upTo: revision.number, limit: ReviewStore.maximumComments + 1)
        page.comments = try rows(
            of: newest.suffix(ReviewStore.maximumComments), on: revision, document, feature, request)
        page.hasComments = !page.comments.isEmpty
        page.commentsCut =
            newest.count > page.comments.count
            ? Texts["reviews.only-newest-comments", ["count": page.comments.count]] : nil
        if let compared = try compared(with: summary.base, revision, feature, request) {
            let options = PreviewOptions()
            page.differences = compared.differences
            page.since = Self.since(summary, try stores.liveTable(of: feature.name))
            page.previews = ReviewPage.Previews(
                left: sides.shown(
                    compared.before, marking: compared.changes.compactMap(\.oldPointer), options, request),
                right: sides.shown(
                    compared.after, marking: compared.changes.compactMap(\.newPointer), options, request),
                marks: ComparisonSides.words(ofMarks: compared.changes.count))
        } else {
            page.incomparable = try incomparable(summary, isJSON: document != nil, feature)
        }
        page.effect = try effect(of: revision, replacing: summary.base, feature, request)
        page.mayRequest = account.may(.edit)
        page.mayWithdraw = account.may(.edit) && summary.request != nil
        page.mayDecide = account.may(.review) && !isContributor
        page.barred = account.may(.review) && isContributor ? ReviewWords.barred(summary) : nil
        page.hasVerdict = own != nil && account.may(.review)
        page.publishHref =
            revision.isValid && account.may(.publish)
            ? Paths.newRelease(of: feature.name, revision: revision.number) : nil
        if page.mayRequest {
            let asked = summary.request?.people ?? []
            let reviewers = try stores.accounts.list().filter {
                $0.may(.review) && !$0.isDisabled && !summary.contributors.contains($0.name)
            }
            page.people = reviewers.enumerated().filter { place, person in
                place < Self.mostPeople || asked.contains(person.name)
            }.map { _, person in
                Choice(value: person.name, label: person.displayName, isChosen: asked.contains(person.name))
            }
            page.hasPeople = !page.people.isEmpty
            let left = reviewers.count - page.people.count
            page.peopleCut = left > 0 ? Texts["common.more-not-listed", ["count": left]] : nil
        }
        return page
    }

    private func compared(
        with base: Int, _ revision: Revision, _ feature: Feature, _ request: SignedInRequest
    ) throws -> ComparedSides? {
        guard base > 0 else { return nil }
        return try sides.differences(
            from: .revision(base), to: .revision(revision.number), of: feature, on: nil, request)
    }

    /// Returns the sentence about the revision with which a revision is compared.
    private static func since(_ summary: ReviewSummary, _ live: LiveTable) -> String {
        if let percent = live.shares[summary.base] {
            if percent.isEveryone { return Texts["reviews.since-live-revision", ["base": summary.base]] }
            return percent.tenths == 0
                ? Texts["reviews.since-test-revision", ["base": summary.base]]
                : Texts["reviews.since-partly-live-revision", ["base": summary.base, "percent": percent]]
        }
        return live.rules.contains { $0.revision == summary.revision }
            ? Texts["reviews.since-former-revision", ["base": summary.base]]
            : Texts["reviews.since-switched-off-revision", ["base": summary.base]]
    }

    /// Returns the reason why a revision cannot be compared with a live one.
    private func incomparable(_ summary: ReviewSummary, isJSON: Bool, _ feature: Feature) throws -> String {
        if summary.base > 0 {
            return Texts["reviews.not-json", ["number": isJSON ? summary.base : summary.revision]]
        }
        let live = try stores.liveTable(of: feature.name)
        if live.rules.isEmpty { return Texts["reviews.nothing-live"] }
        if live.answering.contains(where: { $0.revision == summary.revision }) { return Texts["reviews.is-live"] }
        return live.rules.contains { $0.revision == summary.revision }
            ? Texts["reviews.is-switched-off"] : Texts["reviews.nothing-live-before"]
    }

    /// Returns what clients get now, and what they would get if the revision were published to all clients of the rules
    /// that serve the revision `base`. Nil if no rule on a platform that is switched on serves `base`, or if publishing
    /// would change nothing.
    private func effect(
        of revision: Revision, replacing base: Int, _ feature: Feature, _ request: SignedInRequest
    ) throws -> ReviewPage.Effect? {
        guard let live = try stores.releases.live(of: feature.name) else { return nil }
        let rules = live.answering.filter { $0.revision == base }
        guard !rules.isEmpty else { return nil }
        // The page itself shows the missing approvals, so the plan is made as if there were enough of them.
        let publish = PublishRequest(
            rules.map {
                RuleRequest(
                    feature: feature.name, revision: revision.number, platform: $0.platform, from: $0.from,
                    until: $0.until, percent: .everyone)
            }, reason: "Review", breakGlass: true)
        let platforms = try stores.releases.platforms()
        let before = LiveTable(live)
        switch try stores.releases.planPublish(publish, by: request.account.actor) {
        case .planned(let plan):
            let after = plan.table(of: feature.name)
            let columns = before.breakpoints(and: after)
            var effect = ReviewPage.Effect(
                replacing: base,
                before: VersionMap(
                    before, feature: feature.name, platforms: platforms,
                    caption: Texts["rollbacks.what-clients-of-each-version-get"], columns: columns))
            effect.after = ReviewPage.Side(
                map: VersionMap(
                    after, feature: feature.name, platforms: platforms,
                    caption: Texts["reviews.what-clients-would-get"], columns: columns))
            effect.changes = Change.between(before, after, platforms: platforms)
            effect.hasChanges = !effect.changes.isEmpty
            effect.problems = plan.warnings.filter { $0.code != ReleaseProblem.approvalsBypassed }.map {
                ProblemRow(warning: $0, feature: feature.name)
            }
            effect.hasProblems = !effect.problems.isEmpty
            return effect
        case .refused(.rejected(let problems)):
            var effect = ReviewPage.Effect(
                replacing: base,
                before: VersionMap(
                    before, feature: feature.name, platforms: platforms,
                    caption: Texts["rollbacks.what-clients-of-each-version-get"]))
            effect.isRefused = true
            effect.problems = problems.map { ProblemRow($0, feature: feature.name, revision: revision.number) }
            effect.hasProblems = !effect.problems.isEmpty
            return effect
        case .refused: return nil
        }
    }

    private func rows(
        of comments: ArraySlice<ReviewComment>, on revision: Revision, _ document: JSONDocument?, _ feature: Feature,
        _ request: SignedInRequest
    ) throws -> [ReviewCommentRow] {
        let earlier = Set(comments.map(\.revision)).subtracting([revision.number]).sorted(by: >)
        var documents: [Int: JSONDocument] = [:]
        for number in earlier.prefix(Self.mostFollowed) {
            documents[number] = try stores.revisions.revision(of: feature.name, number: number).flatMap {
                try? JSONDocument(parsing: $0.bytes, limits: .console)
            }
        }
        return comments.map { comment in
            var place = JSONPointer(comment.pointer)
            if comment.revision != revision.number, let document {
                place = documents[comment.revision].flatMap { old in
                    place?.following(from: old.root, to: document.root)
                }
            }
            let value = place.flatMap { document?.root.value(at: $0) }
            let isFollowed =
                document != nil && (comment.revision == revision.number || documents[comment.revision] != nil)
            return ReviewCommentRow(
                comment, pointer: value == nil ? nil : place?.description, isFollowed: isFollowed,
                line: value.flatMap { document?.range(of: $0).start.line }, of: feature.name,
                shownOn: revision.number, clock: request.clock)
        }
    }
}

/// The error that a revision has no review state although it was read a moment before.
private struct MissingReview: Error {}
