import HTTPTypes
import JSONText
import MicroHTTP
import Publishing

/// Reviews of revisions in the management API. In the addresses, `…` stands for that of the revision,
/// `/api/v1/features/:feature/revisions/:number`.
struct ReviewResources: Sendable {
    let stores: Stores
    let description: APIDescription

    /// `GET /api/v1/reviews`: lists the open requests for reviews, the oldest first, at most
    /// `ReviewStore.maximumPending`. Of each feature only the newest request is listed; requests about live revisions
    /// and archived features are left out.
    @Sendable func index(_ request: Request, by account: Account) throws -> Response {
        try .answer(ReviewListAnswer(reviews: try stores.reviews.pending().map(PendingReviewAnswer.init)))
    }

    /// `GET /api/v1/features/:feature/revisions/:number/review`: shows the review of a revision: its state, the
    /// verdicts, and the newest comments on the revisions after the base (`ReviewSummary.base`), up to the reviewed
    /// one.
    @Sendable func show(_ request: Request, by account: Account) throws -> Response {
        let apiRequest = APIRequest(request, by: account)
        let (feature, number) = try revision(apiRequest)
        guard let summary = try stores.reviews.summary(of: number, of: feature) else { throw missing(apiRequest) }
        return try .answer(answer(feature, summary))
    }

    /// `POST …/reviews`: requests a review from people, roles or both; without either, from anybody who may review.
    @Sendable func create(_ request: Request, by account: Account) throws -> Response {
        let apiRequest = APIRequest(request, by: account)
        let body = try apiRequest.body(as: "NewReview", in: description)
        let (feature, number) = try revision(apiRequest)
        let words = { (name: String) in body[name]?.elements.compactMap(\.string) ?? [] }
        let outcome = try stores.reviews.request(
            number, of: feature, people: words("people"), roles: words("roles").compactMap(Role.init),
            note: body["note"]?.string ?? "", by: apiRequest.actor)
        return try answer(outcome, of: feature, apiRequest, status: .created)
    }

    /// `POST …/review-withdrawals`: withdraws the open request for a review.
    @Sendable func withdraw(_ request: Request, by account: Account) throws -> Response {
        let apiRequest = APIRequest(request, by: account)
        let (feature, number) = try revision(apiRequest)
        return try answer(
            stores.reviews.withdraw(reviewOf: number, of: feature, by: apiRequest.actor), of: feature, apiRequest)
    }

    /// `POST …/approvals`: approves a revision, requests changes, or withdraws the account's verdict. A verdict is for
    /// the bytes with the given SHA-256; 409 if the revision has other bytes.
    @Sendable func decide(_ request: Request, by account: Account) throws -> Response {
        let apiRequest = APIRequest(request, by: account)
        let body = try apiRequest.body(as: "NewApproval", in: description)
        let (feature, number) = try revision(apiRequest)
        let verdict = body["verdict"]?.string.flatMap(Verdict.init) ?? .approved
        let outcome = try stores.reviews.give(
            verdict, to: number, of: feature, hash: body["hash"]?.string, note: body["note"]?.string ?? "",
            by: apiRequest.actor)
        return try answer(outcome, of: feature, apiRequest, status: .created)
    }

    /// `POST …/comments`: comments on the element at a JSON Pointer; an empty pointer means the whole document.
    @Sendable func comment(_ request: Request, by account: Account) throws -> Response {
        let apiRequest = APIRequest(request, by: account)
        let body = try apiRequest.body(as: "NewComment", in: description)
        let (feature, number) = try revision(apiRequest)
        let outcome = try stores.reviews.comment(
            on: number, of: feature, at: body["pointer"]?.string ?? "", body["text"]?.string ?? "", by: apiRequest.actor
        )
        return try answer(outcome, of: feature, apiRequest, status: .created)
    }

    /// Returns the present name of the feature in the path, and the number of the revision, which may not exist.
    private func revision(_ apiRequest: APIRequest) throws -> (feature: String, number: Int) {
        guard let feature = try stores.features.feature(named: apiRequest.segment("feature")) else {
            throw APIProblem.noFeature(apiRequest.segment("feature"))
        }
        guard let number = Int(asked: apiRequest.segment("number")) else { throw missing(apiRequest) }
        return (feature.name, number)
    }

    private func missing(_ apiRequest: APIRequest) -> APIProblem {
        APIProblem.notFound(
            "revision-not-found",
            Texts[
                "api.no-such-revision",
                ["feature": apiRequest.segment("feature"), "revision": apiRequest.segment("number")]])
    }

    private func answer(
        _ outcome: ReviewOutcome, of feature: String, _ apiRequest: APIRequest, status: HTTPResponse.Status = .ok
    ) throws -> Response {
        switch outcome {
        case .done(let summary): return try .answer(answer(feature, summary), status: status)
        case .unchanged(let summary): return try .answer(answer(feature, summary))
        case .noSuchRevision: throw missing(apiRequest)
        case .contributor(let summary):
            throw problem(.forbidden, "contributor", ReviewWords.barred(summary))
        case .otherBytes: throw problem(.conflict, "other-bytes", Texts["reviews.other-bytes"])
        case .cannotReview(let name):
            throw problem(
                .unprocessableContent, "cannot-review",
                Texts["reviews.cannot-review", ["name": name, "limit": ReviewStore.maximumPeople]])
        case .noSuchElement(let pointer):
            throw problem(
                .unprocessableContent, "no-such-element", Texts["reviews.no-such-element", ["pointer": pointer]])
        case .textMissing: throw problem(.unprocessableContent, "text-missing", Texts["reviews.text-missing"])
        case .textTooLong:
            throw problem(
                .unprocessableContent, "text-too-long",
                Texts["reviews.text-too-long", ["limit": ReviewStore.maximumTextLength]])
        }
    }

    /// Returns the review with the comments on the revisions after the base up to the reviewed one, at most
    /// `ReviewStore.maximumComments`.
    private func answer(_ feature: String, _ summary: ReviewSummary) throws -> ReviewAnswer {
        let comments = try stores.reviews.comments(of: feature, after: summary.base, upTo: summary.revision)
        return ReviewAnswer(feature, summary, comments: comments)
    }

    private func problem(_ status: HTTPResponse.Status, _ name: String, _ detail: String) -> APIProblem {
        APIProblem(status, name, title: Texts["reviews.not-done"], detail: detail)
    }

    private struct ReviewListAnswer: Encodable {
        let reviews: [PendingReviewAnswer]
    }
}
