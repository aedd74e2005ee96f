import Foundation
import PostgreSQL
import SchemaRepository

/// Finds waiting schedules that will fail because of a release: because it changes the same rules and their authors
/// could not know of that, or because of references (``FailingReferences``).
struct FailingSchedules {
    /// The code of the warning that a waiting schedule will fail.
    static let code = "schedule-fails"

    /// The schedule or rollout that makes the release, if one does, and the time for which the release is planned.
    private let context: ReleaseContext
    /// If the release is a step of a rollout, the time at which that rollout began; nil for any other release.
    private let begun: Date?
    /// The planned releases before the release, if it is planned for a later time; nil for a release now.
    private let forecast: ReleaseForecast?
    private let releases: ReleaseStore
    private let connection: Connection

    /// `isStep`: If a rollout makes the release, true for a step of the rollout, false for its end.
    init(
        _ context: ReleaseContext, isStep: Bool, after forecast: ReleaseForecast?, releases: ReleaseStore,
        on connection: Connection
    ) throws {
        (self.context, self.forecast, self.releases, self.connection) = (context, forecast, releases, connection)
        begun = try isStep ? context.rollout.flatMap { try RolloutTable.rollout($0, on: connection) }?.createdAt : nil
    }

    /// Returns a warning for each waiting schedule that will fail after a release. Left out are schedules that are due by
    /// the time for which the release is planned, or only after its planned end.
    func warnings(of changes: [(before: FeatureState, after: FeatureState)]) throws -> [ReleaseProblem] {
        let moved = changes.filter { !$0.before.answersLike($0.after) }
        guard !moved.isEmpty else { return [] }
        let changed: SQL = PlannedFeatures.schedules.contain(id: "ANY (\(moved.map(\.before.feature.id)))")
        var overtaken: Set<Int> = []
        let warnings = try waiting(changed).compactMap { schedule -> ReleaseProblem? in
            let lost = try moved.flatMap { try places(of: schedule, before: $0.before, after: $0.after) }
            guard let place = lost.first else { return nil }
            overtaken.insert(schedule.id)
            return Self.warning(of: schedule, feature: place.feature, version: place.version)
        }
        // Nobody sees the warnings of a scheduled release, so the documents of other schedules are not examined.
        guard context.schedule == nil else { return warnings }
        let others = try waiting("request IS NOT NULL").filter { !overtaken.contains($0.id) }
        guard !others.isEmpty, let gates = try releases.gates(on: connection) else { return warnings }
        return try warnings
            + FailingReferences(after: moved.map(\.after), forecast, gates: gates, on: connection)
            .warnings(among: others)
    }

    /// Returns the schedules that meet a condition and are due while the release is live, in the order of their times.
    private func waiting(_ condition: SQL) throws -> [Schedule] {
        // Schedules that are due by the time of the release come before it, and those that are due when it ends come
        // before its end: of two schedules that are due at the same time, the older one comes first.
        let isLater: SQL = context.time.map { "due_at > \($0)" } ?? "true"
        let isInTime: SQL = context.ends.map { "due_at <= \($0)" } ?? "true"
        return try ScheduleTable.schedules(
            "kind IN ('waiting', 'retried') AND \(isLater) AND \(isInTime) AND \(condition)", limit: Int.max,
            on: connection
        ).filter { $0.id != context.schedule }
    }

    /// A rule that a schedule can no longer publish or end: its feature, and the version at which it starts.
    private struct Place {
        let feature: String
        let version: String
    }

    /// Returns the rules of a feature because of which a schedule will fail.
    private func places(of schedule: Schedule, before: FeatureState, after: FeatureState) throws -> [Place] {
        switch schedule.action {
        case .publish(let request):
            guard let expected = schedule.retriedAfter ?? request.expectedRelease, !isKnown(to: schedule) else {
                return []
            }
            let own = request.rules.filter { rule in
                rule.feature == before.feature.name && !before.isLike(after, for: rule.clients)
            }
            guard !own.isEmpty else { return [] }
            let then = try FeatureState(of: before.feature, after: expected, on: connection)
            return own.filter { !then.isLike(after, for: $0.clients) }.map {
                Place(feature: $0.feature, version: $0.from.text)
            }
        case .endRelease, .endSchedule:
            guard let release = try PlannedEnds.release(endedBy: schedule, on: connection) else {
                let stale = try forecast?.stalePlaces(ofEnd: schedule, afterAnother: before, after) ?? []
                return stale.map { Place(feature: before.feature.name, version: $0) }
            }
            return try PlannedEnds.lostPlaces(
                of: release, before: before, after: after, planned: forecast?.entries(of: before.feature) ?? [],
                on: connection
            ).map { Place(feature: before.feature.name, version: $0.from.text) }
        }
    }

    /// Returns true if the author of a schedule could know of the release: it comes from an earlier schedule, or it is
    /// a step of a rollout that began before the schedule was created. False for a schedule that was retried.
    private func isKnown(to schedule: Schedule) -> Bool {
        guard schedule.retriedAfter == nil else { return false }
        return context.schedule.map { $0 < schedule.id } ?? begun.map { $0 < schedule.createdAt } ?? false
    }

    private static func warning(of schedule: Schedule, feature: String, version: String) -> ReleaseProblem {
        ReleaseProblem(
            code: code,
            message: """
                Schedule \(schedule.id) is due at \(InternetTime.words(schedule.dueAt)) for the same clients. After \
                this change, it will fail, unless the change is undone before. It then waits until a person tries it \
                again or cancels it.
                """, feature: feature, version: version)
    }
}
