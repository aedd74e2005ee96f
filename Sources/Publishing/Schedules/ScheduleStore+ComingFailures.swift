import Foundation
import PostgreSQL

extension ScheduleStore {
    /// Returns why some of the given schedules are going to fail at their times, by their ids, and the ids of those that
    /// are going to be released.
    ///
    /// Only schedules are examined before which something else is planned for one of their features. The forecast
    /// examines whole revisions, so it is made once for all of them, and not at all if there are none.
    func forecast(
        of schedules: [Schedule], among features: [Feature], on connection: Connection
    ) throws -> (failures: [Int: ScheduleFailure], released: Set<Int>) {
        guard let last = schedules.map(\.dueAt).max() else { return ([:], []) }
        let names = Set(schedules.flatMap(\.features))
        let ids = features.filter { names.contains($0.name) }.map(\.id)
        let planned = try ScheduleTable.schedules(
            """
            kind IN ('waiting', 'retried') AND due_at <= \(last)
                AND \(PlannedFeatures.schedules.contain(id: "ANY (\(ids))"))
            """, limit: Int.max, on: connection)
        let rollouts = try RolloutTable.open(ofAny: ids, on: connection)
        let examined = schedules.filter { schedule in
            let own = Set(schedule.features)
            return planned.contains { $0.precedes(schedule, on: own) }
                || rollouts.contains { $0.precedes(schedule, on: own) }
        }
        guard let time = examined.map(\.dueAt).max(), let gates = try releases.gates(on: connection) else {
            return ([:], [])
        }
        let forecast = try ReleaseForecast(at: time, releases: releases, gates: gates, on: connection)
        let numbers = Set(examined.map(\.id))
        let failures = forecast.refused.reduce(into: [Int: ScheduleFailure]()) { failures, refused in
            guard numbers.contains(refused.schedule.id) else { return }
            failures[refused.schedule.id] = Self.failure(of: refused, in: forecast, rollouts)
        }
        return (failures, numbers.intersection(forecast.planned.map(\.id)))
    }

    /// Returns why a schedule is going to fail that a forecast refuses. `rollouts` are the open ones of its features.
    private static func failure(
        of refused: FeatureMoment.RefusedSchedule, in forecast: ReleaseForecast, _ rollouts: [Rollout]
    ) -> ScheduleFailure {
        let schedule = refused.schedule
        if case .endSchedule(let id) = schedule.action,
            refused.problems.contains(where: { $0.code == ReleaseProblem.notPublished })
        {
            return .willHaveNothingToEnd(schedule: id)
        }
        let stale = refused.problems.filter { $0.code == "stale" }
        guard !stale.isEmpty else { return .willBeRefused(refused.problems) }
        let features = Set(stale.compactMap(\.feature))
        guard !rollouts.contains(where: { $0.precedes(schedule, on: features) }) else {
            return .willBeOvertaken(schedule: nil)
        }
        return .willBeOvertaken(schedule: onlySchedule(before: schedule, on: features, in: forecast))
    }

    /// Returns the id of the schedule that is certain to change the rules of some features before another schedule;
    /// nil if several are released before it, because not each of them needs to concern the same clients.
    private static func onlySchedule(
        before schedule: Schedule, on features: Set<String>, in forecast: ReleaseForecast
    ) -> Int? {
        let others = forecast.planned.filter { $0.precedes(schedule, on: features) }
        guard others.count == 1, let other = others.first else { return nil }
        // A change before the release that an end takes out is not the one that replaces the rules of that release.
        if let publish = forecast.planned.first(where: { $0.id == schedule.publisher }), other.isDue(before: publish) {
            return nil
        }
        return other.id
    }
}

extension Schedule {
    /// The id of the schedule that publishes the rules: for the end of a schedule's release that other schedule, for
    /// any other schedule its own id.
    var publisher: Int { if case .endSchedule(let id) = action { id } else { id } }

    /// Returns true if this schedule is released before another one if both are released when they are due.
    fileprivate func isDue(before other: Schedule) -> Bool { (dueAt, id) < (other.dueAt, other.id) }

    /// Returns true if this schedule is due before another one and changes one of some features. False if one of them
    /// is the end of the other one's release.
    fileprivate func precedes(_ other: Schedule, on features: Set<String>) -> Bool {
        isDue(before: other) && publisher != other.publisher && self.features.contains(where: features.contains)
    }
}

extension Rollout {
    /// Returns true if the next step is due before a schedule and concerns one of some features. That step may still
    /// need approval.
    fileprivate func precedes(_ schedule: Schedule, on features: Set<String>) -> Bool {
        guard state == .running, let dueAt, dueAt < schedule.dueAt else { return false }
        return self.features.contains(where: features.contains)
    }
}
