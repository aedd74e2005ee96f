import MicroHTTP
import Publishing
import SchemaRepository

/// The fields of the publish form, valid or not.
struct PublishWish: Sendable {
    var revision: Int?
    /// The platforms on which the revision is published, with the same versions; the form's main one is the first.
    var platforms: [String] = []
    var from = ""
    /// The version that the page suggested; empty if there was none.
    var suggested = ""
    var until = ""
    var reason = ""
    /// True to publish even without the required approvals.
    var breakGlass = false
    /// The live release that the page showed; 0 for none.
    var expected = 0
    var key = ""
    /// True if the person confirmed the changes.
    var isConfirmed = false

    init() {}

    /// Reads the fields from a form or a query.
    init(_ request: SignedInRequest) {
        revision = Int(asked: request.value("revision"))
        platforms = request.values("platform", "also")
        from = request.value("from")
        suggested = request.value("suggested")
        until = request.value("until")
        reason = request.value("reason")
        breakGlass = request.value("break_glass") == "1"
        expected = Int(asked: request.value("expected")) ?? 0
        key = request.value("key")
        // A form changed after its review must be reviewed again.
        let reviewed = request.value("reviewed")
        isConfirmed = request.value("step") == "publish" && (reviewed.isEmpty || reviewed == essence)
    }

    /// The revision and its clients, to compare the reviewed request with the confirmed one.
    var essence: String {
        "\(revision ?? 0)/\(platforms.joined(separator: ","))/\(from)/\(until)\(breakGlass ? "/break-glass" : "")"
    }

    /// True if the lower bound is what the page suggested, perhaps for another platform.
    var keepsSuggestion: Bool { !isConfirmed && !from.isEmpty && from == suggested }

    /// The problem of the lower bound, or nil.
    var fromProblem: String? { Self.problem(with: from, missing: Texts["releases.enter-the-first-client-version"]) }
    /// The problem of the upper bound, or nil.
    var untilProblem: String? {
        if until.isEmpty { return nil }
        if let problem = Self.problem(with: until, missing: "") { return problem }
        guard let from = try? ClientVersion(from), let until = try? ClientVersion(until), until <= from else {
            return nil
        }
        return Texts["releases.the-end-must-be-higher-than"]
    }

    /// Returns the request to publish; nil if a field is invalid.
    func request(feature: String) -> PublishRequest? {
        guard let revision, !platforms.isEmpty, fromProblem == nil, untilProblem == nil,
            let from = try? ClientVersion(from)
        else { return nil }
        return PublishRequest(
            platforms.map {
                RuleRequest(
                    feature: feature, revision: revision, platform: $0, from: from, until: try? ClientVersion(until))
            }, expectedRelease: expected, reason: reason, dryRun: !isConfirmed, idempotencyKey: key.nonEmpty,
            breakGlass: breakGlass)
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
