import Foundation
import Publishing

/// The codes of notices that the page after a redirect shows. A code consists of a word and, for some notices,
/// numbers. `Notice` creates the text from it. ``Notices`` signs the code and puts it into a cookie.
enum NoticeCode {
    static func revisionSaved(_ number: Int) -> String { "revision-saved.\(number)" }
    static let revisionNamed = "revision-named"
    static func released(_ number: Int, _ caching: CacheTime) -> String { "released.\(number)\(caching.code)" }
    /// The code for a release on platforms of which no client got a document before. Its text says how long caches may
    /// keep a 404 or 410 response to an earlier request.
    static func firstReleased(_ number: Int, _ caching: CacheTime) -> String {
        "first-released.\(number)\(caching.code)"
    }
    static func rolledBack(_ number: Int, _ earlier: Int, _ caching: CacheTime) -> String {
        "rolled-back.\(number).\(earlier)\(caching.code)"
    }
    static func rolledBackWidely(_ number: Int, _ caching: CacheTime) -> String {
        "rolled-back-widely.\(number)\(caching.code)"
    }
    static func ruleRemoved(_ number: Int, _ caching: CacheTime) -> String { "rule-removed.\(number)\(caching.code)" }
    // The codes for releases on platforms of which no client got a document before. Their texts say how long caches may
    // keep a 404 or 410 response to an earlier request.
    static func unservedRolledBack(_ number: Int, _ earlier: Int, _ caching: CacheTime) -> String {
        "unserved-rolled-back.\(number).\(earlier)\(caching.code)"
    }
    static func unservedRolledBackWidely(_ number: Int, _ caching: CacheTime) -> String {
        "unserved-rolled-back-widely.\(number)\(caching.code)"
    }
    static func unservedRuleRemoved(_ number: Int, _ caching: CacheTime) -> String {
        "unserved-rule-removed.\(number)\(caching.code)"
    }
    static func switchedOff(_ number: Int, _ caching: CacheTime) -> String { "switched-off.\(number)\(caching.code)" }
    /// The code for a switch-off on platforms of which no client got a document before. Its text says how long caches
    /// may keep a 404 or 410 response to an earlier request.
    static func unservedSwitchedOff(_ number: Int, _ caching: CacheTime) -> String {
        "unserved-switched-off.\(number)\(caching.code)"
    }
    static func switchedOn(_ number: Int, _ caching: CacheTime) -> String { "switched-on.\(number)\(caching.code)" }
    static let cacheTimeChanged = "cache-time-changed"
    static func alreadySwitchedOff(_ number: Int) -> String { "already-switched-off.\(number)" }
    static func scheduled(_ number: Int) -> String { "scheduled.\(number)" }
    static func rolloutStarted(_ number: Int) -> String { "rollout-started.\(number)" }
    static let rolloutChanged = "rollout-changed"
    static let rolloutFailureReported = "rollout-failure-reported"
    static let rolloutUnchanged = "rollout-unchanged"
    static let planSaved = "rollout-plan-saved"
    static let planWithdrawn = "rollout-plan-withdrawn"
    static let scheduleCancelled = "schedule-cancelled"
    static let scheduleRetried = "schedule-retried"
    static let scheduleUnchanged = "schedule-unchanged"
    static let alreadySwitchedOn = "already-switched-on"
    static let clientRegistered = "client-registered"
    static let clientUnchanged = "client-unchanged"
    static let clientWithdrawn = "client-withdrawn"
    static let schemasProposed = "schemas-proposed"
    static let schemasAlreadyProposed = "schemas-already-proposed"
    static let schemasEarlier = "schemas-earlier"
    static let schemasUnchanged = "schemas-unchanged"
    static let schemasAdopted = "schemas-adopted"
    static let impactStarted = "impact-started"
    static let approvalRecorded = "approval-recorded"
    static let approvalWithdrawn = "approval-withdrawn"
    static let versionConfirmed = "version-confirmed"
    static let teamsChanged = "teams-changed"
    static let fillingSaved = "filling-saved"
    static let fillingUnchanged = "filling-unchanged"
    static let unchanged = "unchanged"
    static let featureCreated = "feature-created"
    static let featureCloned = "feature-cloned"
    static func featureRenamed(graceDays: Int) -> String { "feature-renamed.\(graceDays)" }
    /// The code for a page that was opened with a former name of its feature; `until` is the time until which that name
    /// works.
    static func renamedSince(_ until: Date) -> String { "renamed-since.\(Int(until.timeIntervalSince1970))" }
    static let featureArchived = "feature-archived"
    static let featureRestored = "feature-restored"
    static let labelsChanged = "labels-changed"
    static let settingsUnchanged = "settings-unchanged"
    static let accountAdded = "account-added"
    static let rolesChanged = "roles-changed"
    static let passwordReset = "password-reset"
    static let passwordChanged = "password-changed"
    static let accountDisabled = "account-disabled"
    static let accountEnabled = "account-enabled"
    static let accountUnchanged = "account-unchanged"
    static func sessionsEnded(_ count: Int) -> String { "sessions-ended.\(count)" }
    static let reviewRequested = "review-requested"
    static let reviewWithdrawn = "review-withdrawn"
    static let reviewUnchanged = "review-unchanged"
    static let revisionApproved = "revision-approved"
    static let changesRequested = "changes-requested"
    static let verdictWithdrawn = "verdict-withdrawn"
    static let commentSaved = "comment-saved"
    static let policyChanged = "policy-changed"
    static let templateSaved = "template-saved"
    static let templateUnchanged = "template-unchanged"
    static let templateWithdrawn = "template-withdrawn"
    static let signedOut = "signed-out"
    static let webhookRemoved = "webhook-removed"
    static let webhookRedelivered = "webhook-redelivered"
    static let linkWithdrawn = "link-withdrawn"
    static let textDiscarded = "text-discarded"
    static let textKept = "text-kept"
    static let textOfAnother = "text-of-another"
    static let textKeptForAnother = "text-kept-for-another"
}

extension Notice {
    /// Creates the notice for a code; nil for an unknown code.
    init?(code: String) {
        let parts = code.split(separator: ".")
        let number = parts.count > 1 ? String(parts[1]) : ""
        // The cache times follow the word and its number; only the codes of a feature's rollback have two numbers.
        let hasTwoNumbers = parts.first == "rolled-back" || parts.first == "unserved-rolled-back"
        let caching = CacheTime(code: parts.dropFirst(hasTwoNumbers ? 3 : 2).first)
        switch parts.first {
        case "revision-saved": self = .ok(Texts["notices.revision-saved-not-published-yet", ["number": number]])
        case "revision-named": self = .ok(Texts["notices.revision-named"])
        case "schemas-proposed": self = .ok(Texts["notices.schemas-proposed"])
        case "schemas-already-proposed": self = .info(Texts["notices.schemas-already-proposed"])
        case "schemas-earlier": self = .info(Texts["notices.schemas-earlier"])
        case "schemas-unchanged": self = .info(Texts["notices.schemas-unchanged"])
        case "schemas-adopted": self = .ok(Texts["notices.schemas-adopted"])
        case "impact-started": self = .ok(Texts["notices.impact-started"])
        case "version-confirmed": self = .ok(Texts["notices.version-confirmed"])
        case "approval-recorded": self = .ok(Texts["notices.approval-recorded"])
        case "approval-withdrawn": self = .ok(Texts["notices.approval-withdrawn"])
        case "teams-changed": self = .ok(Texts["notices.teams-changed"])
        case "filling-saved": self = .ok(Texts["notices.test-data-saved"])
        case "filling-unchanged": self = .info(Texts["common.test-data-with-this-name-and"])
        case "unchanged": self = .info(Texts["notices.no-changes-the-text-is-the"])
        case "released":
            self = .ok(Texts["notices.released", ["release": number, "caching": CacheWords.edition(caching)]])
        case "first-released":
            self = .ok(Texts["notices.released", ["release": number, "caching": CacheWords.absence(caching)]])
        case "client-registered": self = .ok(Texts["notices.client-registered"])
        case "client-unchanged": self = .info(Texts["notices.client-unchanged"])
        case "client-withdrawn": self = .ok(Texts["notices.client-withdrawn"])
        case "rolled-back", "unserved-rolled-back":
            let target = parts.count > 2 && parts[2] != "0" ? String(parts[2]) : nil
            let sentence =
                target.map { Texts["notices.rolled-back-to", ["target": $0, "release": number]] }
                ?? Texts["notices.rolled-back-before-first", ["release": number]]
            let words = CacheWords.replaced(caching, isServed: parts.first == "rolled-back")
            self = .ok("\(sentence) \(words)")
        case "rolled-back-widely", "unserved-rolled-back-widely":
            let words = CacheWords.replaced(caching, isServed: parts.first == "rolled-back-widely")
            self = .ok(Texts["notices.rolled-back-widely", ["release": number, "caching": words]])
        case "rule-removed", "unserved-rule-removed":
            let words = CacheWords.replaced(caching, isServed: parts.first == "rule-removed")
            self = .ok(Texts["notices.rule-removed", ["release": number, "caching": words]])
        case "switched-off":
            self = .warn(
                Texts["notices.switched-off", ["release": number, "caching": CacheWords.edition(caching)]]
            )
        case "unserved-switched-off":
            self = .warn(
                Texts["notices.switched-off", ["release": number, "caching": CacheWords.absence(caching)]]
            )
        case "switched-on":
            self = .ok(Texts["notices.switched-on", ["release": number, "caching": CacheWords.absence(caching)]])
        case "already-switched-off":
            self = .info(Texts["notices.already-switched-off-release-no-new", ["number": number]])
        case "already-switched-on": self = .info(Texts["notices.not-switched-off-no-new-release"])
        case "scheduled": self = .ok(Texts["notices.scheduled", ["number": number]])
        case "rollout-started": self = .ok(Texts["notices.rollout-started", ["release": number]])
        case "rollout-failure-reported": self = .ok(Texts["notices.rollout-failure-reported"])
        case "rollout-changed": self = .ok(Texts["notices.rollout-changed"])
        case "rollout-unchanged": self = .info(Texts["notices.rollout-unchanged"])
        case "rollout-plan-saved": self = .ok(Texts["notices.rollout-plan-saved"])
        case "rollout-plan-withdrawn": self = .ok(Texts["notices.rollout-plan-withdrawn"])
        case "schedule-cancelled": self = .ok(Texts["notices.schedule-cancelled"])
        case "schedule-retried": self = .ok(Texts["notices.schedule-retried"])
        case "schedule-unchanged": self = .info(Texts["notices.schedule-unchanged"])
        case "feature-created": self = .ok(Texts["notices.feature-created-paste-its-json-below"])
        case "feature-cloned": self = .ok(Texts["notices.feature-cloned"])
        case "feature-renamed":
            let days = Int(number) ?? 0
            self = .ok(
                days == 0
                    ? Texts["notices.feature-renamed-at-once"] : Texts["notices.feature-renamed", ["count": days]])
        case "renamed-since":
            let until = Date(timeIntervalSince1970: Double(number) ?? 0)
            self = .info(Texts["notices.renamed-since", ["date": until.formatted(.iso8601.year().month().day())]])
        case "feature-archived": self = .ok(Texts["notices.feature-archived"])
        case "feature-restored": self = .ok(Texts["notices.feature-restored"])
        case "cache-time-changed": self = .ok(Texts["notices.cache-time-changed"])
        case "labels-changed": self = .ok(Texts["notices.labels-changed"])
        case "settings-unchanged": self = .info(Texts["notices.settings-unchanged"])
        case "account-added": self = .ok(Texts["notices.account-added"])
        case "roles-changed": self = .ok(Texts["notices.roles-changed-the-accounts-sessions-ended"])
        case "password-reset": self = .ok(Texts["notices.password-reset-the-accounts-sessions-ended"])
        case "password-changed": self = .ok(Texts["notices.password-changed-your-other-sessions-ended"])
        case "account-disabled": self = .ok(Texts["notices.account-disabled-its-sessions-ended"])
        case "account-enabled": self = .ok(Texts["notices.account-enabled"])
        case "account-unchanged": self = .info(Texts["notices.no-change-the-account-is-already"])
        case "sessions-ended":
            self = .ok(Texts["notices.sessions-ended", ["count": Int(number) ?? 0]])
        case "review-requested": self = .ok(Texts["reviews.notice-requested"])
        case "review-withdrawn": self = .ok(Texts["reviews.notice-request-withdrawn"])
        case "review-unchanged": self = .info(Texts["reviews.notice-unchanged"])
        case "revision-approved": self = .ok(Texts["reviews.notice-approved"])
        case "changes-requested": self = .ok(Texts["reviews.notice-changes-requested"])
        case "verdict-withdrawn": self = .ok(Texts["reviews.notice-verdict-withdrawn"])
        case "comment-saved": self = .ok(Texts["reviews.notice-comment-saved"])
        case "policy-changed": self = .ok(Texts["reviews.notice-policy-changed"])
        case "template-saved": self = .ok(Texts["notices.template-saved-all-previews-use-it"])
        case "template-unchanged": self = .info(Texts["notices.no-change-this-is-the-current"])
        case "template-withdrawn": self = .ok(Texts["notices.template-withdrawn"])
        case "signed-out": self = .ok(Texts["notices.signed-out"])
        case "webhook-removed": self = .ok(Texts["webhooks.notice-removed"])
        case "webhook-redelivered": self = .ok(Texts["webhooks.notice-redelivered"])
        case "link-withdrawn": self = .ok(Texts["links.notice-withdrawn"])
        case "text-discarded": self = .ok(Texts["editor.unsaved-text-discarded"])
        case "text-kept": self = .warn(Texts["notices.your-session-had-ended-your-text"])
        case "text-of-another":
            self = .warn(Texts["notices.the-unsaved-text-belongs-to-another"])
        case "text-kept-for-another": self = .warn(Texts["notices.text-kept-for-another"])
        default: return nil
        }
    }
}
