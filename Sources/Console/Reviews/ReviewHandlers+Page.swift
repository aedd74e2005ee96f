import JSONText
import MicroHTTP
import Publishing

extension ReviewHandlers {
    /// The maximum number of accounts to choose reviewers from.
    private static let mostPeople = 50
    /// The maximum number of earlier revisions whose comments follow their elements.
    private static let mostFollowed = 10

    /// Returns the page of a revision's review.
    func page(_ request: SignedInRequest, _ feature: Feature, _ revision: Revision) throws -> ReviewPage {
        guard let standing = try stores.reviews.standing(of: revision.number, of: feature.name) else {
            throw MissingReview()
        }
        let account = request.account
        let document = try? JSONDocument(parsing: revision.bytes, limits: .console)
        let isContributor = standing.isContributor(account.actor)
        let own = standing.verdict(of: account.actor)
        var page = ReviewPage(
            chrome: request.chrome(
                Texts["reviews.title", ["feature": feature.name, "number": revision.number]], .reviews),
            feature: feature.name, number: revision.number, standing: standing, clock: request.clock)
        page.isValid = revision.isValid
        page.comments = try comments(on: revision, document, feature, standing, request)
        page.hasComments = !page.comments.isEmpty
        page.differences = try differences(from: standing.base, to: document, of: feature)
        page.mayRequest = account.may(.edit)
        page.mayWithdraw = account.may(.edit) && standing.request != nil
        page.mayDecide = account.may(.review) && !isContributor
        page.barred = account.may(.review) && isContributor ? ReviewWords.barred(standing.contributors) : nil
        page.hasVerdict = own != nil && account.may(.review)
        page.publishHref =
            revision.isValid && account.may(.publish)
            ? Paths.newRelease(of: feature.name, revision: revision.number) : nil
        if page.mayRequest {
            page.people = try stores.accounts.list().filter {
                $0.may(.review) && !$0.isDisabled && !standing.contributors.contains($0.name)
            }.prefix(Self.mostPeople).map { person in
                Choice(
                    value: person.name, label: person.displayName,
                    isChosen: standing.request?.people.contains(person.name) ?? false)
            }
            page.hasPeople = !page.people.isEmpty
        }
        return page
    }

    private func differences(
        from base: Int, to document: JSONDocument?, of feature: Feature
    ) throws -> Differences? {
        guard base > 0, let document,
            let old = try stores.revisions.revision(of: feature.name, number: base),
            let before = try? JSONDocument(parsing: old.bytes, limits: .console)
        else { return nil }
        return Differences(
            JSONDiff(from: before.root, to: document.root, by: .writing).changes, from: before, to: document)
    }

    private func comments(
        on revision: Revision, _ document: JSONDocument?, _ feature: Feature, _ standing: ReviewStanding,
        _ request: SignedInRequest
    ) throws -> [ReviewCommentRow] {
        let comments = try stores.reviews.comments(of: feature.name, after: standing.base, upTo: revision.number)
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
            return ReviewCommentRow(
                comment, pointer: value == nil ? nil : place?.description,
                line: value.flatMap { document?.range(of: $0).start.line }, of: feature.name,
                shownOn: revision.number, clock: request.clock)
        }
    }
}

/// A revision that was read a moment before has no review.
private struct MissingReview: Error {}
