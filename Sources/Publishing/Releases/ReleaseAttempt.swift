/// The fields that all requests to create or plan a release have in common.
struct ReleaseAttempt {
    let kind: ReleaseKind
    var rollback: RollbackTarget?
    let expectedRelease: Int?
    let reason: String
    let idempotencyKey: String?
    let actor: Actor
    /// The fields that only this kind of request has, as texts. They help to tell apart requests with the same idempotency
    /// key.
    let details: [String]
    /// The schedule or rollout that creates the release, and its hooks in the transaction.
    var context = ReleaseContext()

    /// The request with its idempotency key: the API request that is being answered, or else the attempt itself; nil
    /// without a key.
    var keyed: KeyedRequest? {
        let fields = [kind.rawValue, expectedRelease.map(String.init) ?? "", reason] + details
        return KeyedRequest.asked(key: idempotencyKey, fields: fields)
    }

    /// The maximum length of a reason in Unicode scalars.
    private static let maximumReasonLength = 2_000

    /// The problems of the reason and of the idempotency key.
    var problems: [ReleaseProblem] {
        var problems: [ReleaseProblem] = []
        if reason.unicodeScalars.count > Self.maximumReasonLength {
            problems.append(ReleaseProblem(code: "reason-too-long", message: "A reason has at most 2,000 characters."))
        }
        if let idempotencyKey, !KeyedRequest.lengths.contains(idempotencyKey.utf8.count) {
            problems.append(
                ReleaseProblem(code: "invalid-idempotency-key", message: "An idempotency key has 1 to 200 bytes."))
        }
        return problems
    }
}
