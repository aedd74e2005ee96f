package import Foundation
package import SchemaRepository

/// A request to serve revisions to ranges of client versions, of one feature or of several, in one release.
///
/// Each rule is added, or replaces the rules of its feature that start at the same version on the same platform; all
/// other rules are kept. For the steps of a rollout, see `plan`.
package struct PublishRequest: Sendable, Hashable {
    /// The maximum number of rules in one request; their checks share one transaction.
    package static let maximumRules = 100

    package var rules: [RuleRequest]
    /// The newest release that the person saw; 0 for none. It is used for rules without an expected release of their
    /// own. The request is refused as stale if the rules for its clients have changed since then. Nil skips the check.
    package var expectedRelease: Int?
    package var reason: String
    /// A key that makes retries safe: repeating the request with the same key returns the first release.
    package var idempotencyKey: String?
    /// True to publish even with fewer approvals than the policy requires; needs a reason, and the permission
    /// `breakGlass`, which the caller checks.
    package var breakGlass: Bool
    /// The name of the rollout plan of which this request is a step; nil without one. The rules of a step usually
    /// precede the rules that start at the same versions instead of replacing them, so that clients outside the share
    /// keep what they get.
    package var plan: String?
    /// The time from which clients get what they would get without the release; nil to keep the rules until somebody
    /// changes them.
    package var ends: Date?

    package init(
        _ rules: [RuleRequest], expectedRelease: Int? = nil, reason: String = "",
        idempotencyKey: String? = nil, breakGlass: Bool = false
    ) {
        self.rules = rules
        self.expectedRelease = expectedRelease
        self.reason = reason
        self.idempotencyKey = idempotencyKey
        self.breakGlass = breakGlass
    }

    /// Creates a request for one rule.
    package init(
        feature: String, revision: Int, platform: String, from: ClientVersion, until: ClientVersion? = nil,
        percent: RolloutPercent = .everyone, expectedRelease: Int? = nil, reason: String = "",
        idempotencyKey: String? = nil, breakGlass: Bool = false
    ) {
        self.init(
            [
                RuleRequest(
                    feature: feature, revision: revision, platform: platform, from: from, until: until,
                    percent: percent)
            ], expectedRelease: expectedRelease, reason: reason, idempotencyKey: idempotencyKey,
            breakGlass: breakGlass)
    }
}

extension PublishRequest {
    /// The names of the features, each once, in ascending order.
    var features: [String] { Set(rules.map(\.feature)).sorted() }

    /// Returns the rules that replace another revision for all their clients at once, if these clients have recently
    /// fetched another revision according to `counts`. `live` are the live rules of the request's feature. Returns none
    /// for a step of a rollout plan.
    package func skippingSteps(over live: [Rule], readBy counts: [ReadCount]) -> [RuleRequest] {
        guard plan == nil else { return [] }
        return rules.filter { rule in
            let isReplacing = live.contains {
                $0.platform == rule.platform && $0.revision != rule.revision && $0.percent.tenths > 0
                    && $0.range.overlaps(rule.range)
            }
            let isRead = counts.contains { count in
                count.feature == rule.feature && count.platform == rule.platform && count.revision > 0
                    && count.revision != rule.revision && count.version.map(rule.range.contains) ?? true
            }
            return rule.percent.isEveryone && isReplacing && isRead
        }
    }

    /// Returns the rules of a platform, each as a companion of the others.
    func companions(on platform: String) -> [CompanionRule] {
        rules.filter { $0.platform == platform }.map { rule in
            CompanionRule(
                feature: rule.feature, revision: rule.revision, range: rule.range, percent: rule.percent,
                keepsOthers: plan != nil)
        }
    }

    /// The fields as texts, except those that every `ReleaseAttempt` has. They show whether a repeated idempotency key
    /// belongs to the same request.
    var details: [String] {
        rules.flatMap(\.details) + (breakGlass ? ["break-glass"] : []) + (plan.map { ["plan \($0)"] } ?? [])
            + (ends.map { ["ends \($0.timeIntervalSinceReferenceDate.bitPattern)"] } ?? [])
    }
}

/// A rule to publish.
package struct RuleRequest: Sendable, Hashable {
    package var feature: String
    package var revision: Int
    package var platform: String
    package var from: ClientVersion
    package var until: ClientVersion?
    package var percent: RolloutPercent
    /// The feature's live release that the person saw, 0 for none; nil to use `PublishRequest.expectedRelease`.
    package var expectedRelease: Int?

    package init(
        feature: String, revision: Int, platform: String, from: ClientVersion, until: ClientVersion? = nil,
        percent: RolloutPercent = .everyone, expectedRelease: Int? = nil
    ) {
        self.feature = feature
        self.revision = revision
        self.platform = platform
        self.from = from
        self.until = until
        self.percent = percent
        self.expectedRelease = expectedRelease
    }

    /// The version range.
    var range: VersionInterval { VersionInterval(from: from, until: until) }
    var clients: ExpectedRelease.Clients { ExpectedRelease.Clients(platform: platform, range: range) }
    var place: RulePlace { RulePlace(platform: platform, from: from) }

    /// The fields as texts, different for different rules.
    var details: [String] {
        [feature, String(revision), platform, from.text, until?.text ?? "", percent.text]
            + (expectedRelease.map { ["expected \($0)"] } ?? [])
    }
}
