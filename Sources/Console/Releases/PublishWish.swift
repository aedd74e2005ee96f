import MicroHTTP
import Publishing
import SchemaRepository

/// What the publish form says, valid or not.
struct PublishWish: Sendable {
    var revision: Int?
    var platform = ""
    var from = ""
    var until = ""
    var reason = ""
    /// The live release as the page saw it, 0 for none.
    var expected = 0
    var key = ""
    /// Whether the person saw what changes and confirms.
    var isConfirmed = false

    init() {}

    /// The wish of a form or of an address.
    init(_ request: SignedInRequest) {
        revision = Int(asked: request.value("revision"))
        platform = request.value("platform")
        from = request.value("from")
        until = request.value("until")
        reason = request.value("reason")
        expected = Int(asked: request.value("expected")) ?? 0
        key = request.value("key")
        // A form whose fields were changed after its review is looked at again first.
        let reviewed = request.value("reviewed")
        isConfirmed = request.value("step") == "publish" && (reviewed.isEmpty || reviewed == essence)
    }

    /// The revision and the clients it is for, for comparing what was reviewed with what is sent.
    var essence: String { "\(revision ?? 0)/\(platform)/\(from)/\(until)" }

    /// Why the lower bound does not do.
    var fromProblem: String? { Self.problem(with: from, missing: "From which client version on?") }
    /// Why the upper bound does not do.
    var untilProblem: String? {
        if until.isEmpty { return nil }
        if let problem = Self.problem(with: until, missing: "") { return problem }
        guard let from = try? ClientVersion(from), let until = try? ClientVersion(until), until <= from else {
            return nil
        }
        return "The end must be higher than the beginning."
    }

    /// The request to publish, when every field makes sense.
    func request(feature: String) -> PublishRequest? {
        guard let revision, !platform.isEmpty, fromProblem == nil, untilProblem == nil,
            let from = try? ClientVersion(from)
        else { return nil }
        return PublishRequest(
            feature: feature, revision: revision, platform: platform, from: from, until: try? ClientVersion(until),
            expectedRelease: expected, reason: reason, dryRun: !isConfirmed,
            idempotencyKey: key.nonEmpty)
    }

    private static func problem(with text: String, missing: String) -> String? {
        guard !text.isEmpty else { return missing.nonEmpty }
        do {
            _ = try ClientVersion(text)
            return nil
        } catch {
            return "\(error)"
        }
    }
}
