package import Foundation
import SchemaRepository

/// A scheduled release as JSON, for the command line and the management API.
package struct ScheduleAnswer: Sendable, Encodable {
    package let schedule: Int
    /// `publish` or `end`.
    package let kind: String
    package let at: Date
    /// `waiting`, `failed`, `released` or `cancelled`.
    package let state: String
    package let features: [String]
    /// The rules that the schedule publishes; nil for an `end`.
    package let rules: [ScheduledRuleAnswer]?
    /// The release that an `end` takes back: clients then get what they would get without that release. Nil for other
    /// schedules.
    package let endsRelease: Int?
    /// The schedule whose release an `end` takes back; nil for other schedules.
    package let endsSchedule: Int?
    /// The release that the schedule created; nil if it created none.
    package let release: Int?
    /// The problems because of which the release was refused when it was due; nil in other states than `failed`.
    package let problems: [ReleaseProblem]?
    package let reason: String
    package let author: String
    package let createdAt: Date
    /// The time of the event that led to the state; nil for a schedule without events.
    package let settledAt: Date?

    package init(_ schedule: Schedule) {
        self.schedule = schedule.id
        at = schedule.dueAt
        state = schedule.state.word
        features = schedule.features
        switch schedule.action {
        case .publish(let request):
            (kind, endsRelease, endsSchedule) = ("publish", nil, nil)
            rules = request.rules.map(ScheduledRuleAnswer.init)
        case .endRelease(let number): (kind, rules, endsRelease, endsSchedule) = ("end", nil, number, nil)
        case .endSchedule(let id): (kind, rules, endsRelease, endsSchedule) = ("end", nil, nil, id)
        }
        switch schedule.state {
        case .released(let number): (release, problems) = (number, nil)
        case .failed(let found): (release, problems) = (nil, found)
        case .waiting, .cancelled: (release, problems) = (nil, nil)
        }
        reason = schedule.reason
        author = schedule.author.name
        createdAt = schedule.createdAt
        settledAt = schedule.settledAt
    }
}

/// A rule that a schedule publishes.
package struct ScheduledRuleAnswer: Sendable, Encodable {
    package let feature: String
    package let revision: Int
    package let platform: String
    package let from: String
    package let until: String?
    package let percent: RolloutPercent

    init(_ rule: RuleRequest) {
        feature = rule.feature
        revision = rule.revision
        platform = rule.platform
        from = rule.from.text
        until = rule.until?.text
        percent = rule.percent
    }
}

/// The answer to a request for a scheduled release, or for a release at once with a scheduled end.
package struct NewScheduleAnswer: Sendable, Encodable {
    /// The schedule; nil if the release was published at once.
    package let schedule: ScheduleAnswer?
    /// The release; nil if it is scheduled.
    package let release: ReleaseAnswer?
    /// The schedule that ends the release; nil if none was requested.
    package let end: ScheduleAnswer?
    package let warnings: [ReleaseProblem]

    package init(_ schedule: Schedule, end: Schedule?, warnings: [ReleaseProblem]) {
        self.schedule = ScheduleAnswer(schedule)
        release = nil
        self.end = end.map(ScheduleAnswer.init)
        self.warnings = warnings
    }

    package init(_ release: Release, end: Schedule?, warnings: [ReleaseProblem]) {
        schedule = nil
        self.release = ReleaseAnswer(release, warnings: warnings)
        self.end = end.map(ScheduleAnswer.init)
        self.warnings = warnings
    }
}

/// A list of schedules: the open ones by due time, earliest first, and then the others, last settled first.
package struct ScheduleListAnswer: Sendable, Encodable {
    package let schedules: [ScheduleAnswer]

    package init(_ schedules: [Schedule]) { self.schedules = schedules.map(ScheduleAnswer.init) }
}
