import Publishing

/// A sentence on a feature's page about a scheduled release that has not been made yet.
struct ScheduleNotice: Sendable {
    var sentence: String
    /// A sentence for each rule that the schedule publishes for the feature, or one about the end of a release.
    var changes: [String]
    /// A sentence that says that the schedule would fail now or is going to fail, and what to do; nil if neither is
    /// so, or if it has failed already.
    var warning: String?
    /// The style of the sentence: `bad` for a schedule that failed, `warn` for one that is going to fail, or empty.
    var kind: String
    var icon: String
    var href: String

    /// Creates the notice on the page of a feature; rules for other features are left out. `failure` says why a waiting
    /// schedule would fail now or is going to fail, if so.
    init(
        _ schedule: Schedule, of feature: String, platforms: [Platform], clock: Clock,
        failure: ScheduleFailure? = nil
    ) {
        let time = TimeLabel(schedule.dueAt, now: clock.now).exact
        if case .failed = schedule.state {
            sentence = Texts["schedules.notice-failed", ["number": schedule.id, "time": time]]
            (kind, icon) = ("bad", "alert")
        } else {
            sentence = Texts["schedules.notice-waiting", ["number": schedule.id, "time": time]]
            (kind, icon) = failure == nil ? ("", "info") : ("warn", "alert")
            warning = failure?.words(for: schedule.action)
        }
        changes = ScheduleRow.words(of: schedule.action, of: feature, platforms)
        href = "\(Paths.schedules)#schedule-\(schedule.id)"
    }

    static let sample: ScheduleNotice = {
        var notice = ScheduleNotice(
            .sample, of: "home.offers", platforms: [Platform(name: "ios", title: "iOS")],
            clock: Clock(now: TimeLabel.sampleDate))
        notice.warning = "It will fail."
        return notice
    }()
}
