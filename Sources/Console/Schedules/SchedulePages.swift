import Foundation
import Mustache
import Publishing

/// The page of scheduled releases.
struct ScheduleIndexPage: Page {
    static let template = "schedules/index"
    var chrome: Chrome
    var hasSchedules: Bool
    var schedules: [ScheduleRow]
    /// A sentence about the schedules that are not listed; nil if there are none.
    var cut: String?
    /// The time at which the page was rendered.
    var now: String

    static let sample = ScheduleIndexPage(
        chrome: .sample, hasSchedules: true, schedules: [.sample], cut: "Only the first 200 are listed.",
        now: "2026-11-24 08:00 UTC")
}

/// A scheduled release in a list.
struct ScheduleRow: Sendable {
    var number: Int
    /// A sentence for each rule that the schedule publishes, or one about the end of a release.
    var what: [String]
    var features: [ReleaseRow.Link]
    var when: TimeLabel
    var who: String
    var reason: String?
    var state: String
    /// The style of the state: `ok`, `warn` for a late release or one that is going to fail, `bad` or empty.
    var kind: String
    /// Sentences about the result, and about what a person can do.
    var details: [String]
    /// The addresses of the actions; nil if they are not possible, or not allowed for the signed-in person.
    var cancelHref: String?
    var retryHref: String?
    /// The address of the release that the schedule created; nil if there is none.
    var releaseHref: String?

    /// Creates the row of a schedule; `failure` says why a waiting one would fail now or is going to fail, if so.
    init(
        _ schedule: Schedule, platforms: [Platform], mayChange: Bool, clock: Clock, failure: ScheduleFailure? = nil
    ) {
        number = schedule.id
        features = schedule.features.map { ReleaseRow.Link(name: $0, href: Paths.feature($0)) }
        when = clock.when(schedule.dueAt)
        who = schedule.author.name
        reason = schedule.reason.nonEmpty
        what = Self.words(of: schedule.action, platforms)
        (details, kind) = ([], "")
        switch schedule.state {
        case .waiting:
            state = Texts["schedules.waiting"]
            if let failure { (kind, details) = ("warn", [failure.words(for: schedule.action)]) }
        case .cancelled(let name):
            state = Texts["schedules.cancelled"]
            details = [Texts["schedules.cancelled-by", ["name": name]]]
        case .failed(let problems):
            (state, kind) = (Texts["schedules.failed"], "bad")
            details = problems.map(\.message)
            // The messages of these problems say what to do instead; another try would fail again.
            let codes = [ReleaseProblem.timePassed, ReleaseProblem.notPublished]
            if !problems.contains(where: { codes.contains($0.code) }) {
                let hint =
                    if case .publish = schedule.action {
                        Texts["schedules.failed-hint"]
                    } else {
                        Texts["schedules.failed-end-hint"]
                    }
                details.append(hint)
            }
        case .released(let release):
            (state, kind) = (Texts["schedules.released"], "ok")
            details = [
                release.map { Texts["schedules.released-as", ["release": $0]] } ?? Texts["schedules.nothing-changed"]
            ]
            releaseHref = release.map { Paths.releases + "#release-\($0)" }
            if schedule.delay >= SchedulePunctuality.tolerance {
                kind = "warn"
                details.append(Texts["schedules.late", ["delay": Self.words(of: schedule.delay)]])
            }
        }
        cancelHref = mayChange && schedule.isOpen ? Paths.cancellations(of: schedule.id) : nil
        if mayChange, case .failed = schedule.state { retryHref = Paths.retries(of: schedule.id) }
    }

    static let sample: ScheduleRow = {
        var row = ScheduleRow(
            Schedule.sample, platforms: [Platform(name: "ios", title: "iOS")], mayChange: true,
            clock: Clock(now: TimeLabel.sampleDate))
        (row.what, row.details) = (["Publishes revision 2."], ["Refused."])
        (row.cancelHref, row.retryHref, row.releaseHref) = ("/schedules/1/cancellations", "/schedules/1/retries", "/")
        return row
    }()

    /// Returns a sentence for each rule that an action publishes, or one about the end of a release. If a feature is
    /// given, only its rules have a sentence.
    static func words(of action: ScheduleAction, of feature: String? = nil, _ platforms: [Platform]) -> [String] {
        switch action {
        case .publish(let request):
            request.rules.filter { feature == nil || $0.feature == feature }.map { words(of: $0, platforms) }
        case .endRelease(let release): [Texts["schedules.end-of-release", ["release": release]]]
        case .endSchedule(let id): [Texts["schedules.end-of-schedule", ["schedule": id]]]
        }
    }

    private static func words(of rule: RuleRequest, _ platforms: [Platform]) -> String {
        let text =
            Texts[
                "releases.published-rule",
                [
                    "revision": rule.revision,
                    "clients": VersionRange.clients(
                        on: platforms.title(of: rule.platform), rule.from, rule.until),
                ]]
        return rule.percent.isEveryone
            ? Texts["schedules.publishes", ["rule": text]]
            : Texts["schedules.publishes-share", ["rule": text, "percent": rule.percent]]
    }

    /// The number of seconds in a minute, and of minutes in an hour.
    private static let minute = 60.0

    /// Returns a delay as text: in minutes if it is shorter than two hours, otherwise in hours.
    private static func words(of delay: TimeInterval) -> String {
        let minutes = Int((delay / minute).rounded())
        return minutes < 2 * Int(minute)
            ? Texts["schedules.minutes", ["count": minutes]]
            : Texts["schedules.hours", ["count": Int((delay / minute / minute).rounded())]]
    }
}

extension Schedule {
    /// A failed schedule for page samples.
    static var sample: Schedule {
        Schedule(
            id: 1, dueAt: TimeLabel.sampleDate, action: .endRelease(4), features: ["home.offers"], reason: "Spring",
            author: .operator, createdAt: TimeLabel.sampleDate, state: .failed([]))
    }
}

extension ScheduleRow: MustacheParent {
    func child(named property: String) -> Any? {
        switch property {
        case "number": number
        case "what": what
        case "features": features
        case "when": when
        case "who": who
        case "reason": reason
        case "state": state
        case "kind": kind
        case "details": details
        case "cancelHref": cancelHref
        case "retryHref": retryHref
        case "releaseHref": releaseHref
        default: nil
        }
    }
}

extension ScheduleFailure {
    /// Returns the warning that a schedule with an action would fail now or is going to fail, and what to do.
    func words(for action: ScheduleAction) -> String {
        let isPublish = if case .publish = action { true } else { false }
        switch self {
        case .overtaken: return isPublish ? Texts["schedules.overtaken"] : Texts["schedules.end-overtaken"]
        case .refused(let problems):
            let messages = Self.words(of: problems)
            return isPublish
                ? Texts["schedules.would-fail", ["problems": messages]]
                : Texts["schedules.end-would-fail", ["problems": messages]]
        case .willBeOvertaken(let schedule?):
            return isPublish
                ? Texts["schedules.will-be-overtaken-by", ["schedule": schedule]]
                : Texts["schedules.end-will-be-overtaken-by", ["schedule": schedule]]
        case .willBeOvertaken(nil):
            return isPublish ? Texts["schedules.will-be-overtaken"] : Texts["schedules.end-will-be-overtaken"]
        case .willBeRefused(let problems):
            let messages = Self.words(of: problems)
            return isPublish
                ? Texts["schedules.will-fail", ["problems": messages]]
                : Texts["schedules.end-will-fail", ["problems": messages]]
        case .willHaveNothingToEnd(let schedule): return Texts["schedules.nothing-to-end", ["schedule": schedule]]
        }
    }

    private static func words(of problems: [ReleaseProblem]) -> String {
        problems.map(\.message).joined(separator: " ")
    }
}
