import Foundation
import PostgreSQL

/// The states of features if every scheduled release until a moment is made when it is due, in a transaction that
/// changes nothing.
struct Projection {
    let releases: ReleaseStore
    let gates: ReleaseGates
    let connection: Connection
    private(set) var planned: [Schedule] = []
    private(set) var refused: [FeatureMoment.RefusedSchedule] = []
    /// The newest release; a planned one counts.
    private(set) var newest: Int
    private var states: [String: FeatureState] = [:]
    /// The newest release in which a feature is.
    private var numbers: [String: Int] = [:]
    private var made: [Made] = []

    /// A planned release of one feature.
    private struct Made {
        let schedule: Int
        let feature: String
        let number: Int
        let before: FeatureState
        let after: FeatureState
    }

    init(releases: ReleaseStore, gates: ReleaseGates, on connection: Connection) throws {
        (self.releases, self.gates, self.connection) = (releases, gates, connection)
        newest = try ReleaseTable.newest(on: connection)
    }

    /// Makes every open schedule that is due until a moment.
    mutating func advance(to moment: Date) throws {
        let due = try ScheduleTable.schedules(
            "kind IN ('waiting', 'retried') AND due_at <= \(moment)", limit: Int.max, on: connection)
        for schedule in due { try make(schedule) }
    }

    /// Returns a feature's state, and the release since which it has it.
    mutating func state(of feature: Feature) throws -> (state: FeatureState, release: Int) {
        if let state = states[feature.name], let number = numbers[feature.name] { return (state, number) }
        let live = feature.liveRelease ?? 0
        let state = try FeatureState(of: feature, after: live, on: connection)
        states[feature.name] = state
        numbers[feature.name] = live
        return (state, live)
    }

    private mutating func make(_ schedule: Schedule) throws {
        var changes: [(before: FeatureState, change: FeatureChange)] = []
        var problems = try ScheduleStore.problems(of: schedule, on: connection)
        for name in schedule.features {
            guard let feature = try FeatureStore.feature(named: name, on: connection) else { continue }
            let before = try state(of: feature).state
            let change = try change(schedule, before)
            problems += change.problems
            changes.append((before, change))
        }
        guard problems.isEmpty else {
            return refused.append(FeatureMoment.RefusedSchedule(schedule: schedule, problems: problems))
        }
        planned.append(schedule)
        if case .publish = schedule.action {
        } else if changes.allSatisfy({ $0.before.answersLike($0.change.after) }) {
            return
        }
        newest += 1
        for (before, change) in changes {
            let name = before.feature.name
            let item = ReleaseStore.item(newest, before: before, after: change.after)
            let after = FeatureState(feature: before.feature, rules: item.rules, switchedOff: item.switchedOff)
            made.append(Made(schedule: schedule.id, feature: name, number: newest, before: before, after: after))
            states[name] = after
            numbers[name] = newest
        }
    }

    private func change(_ schedule: Schedule, _ before: FeatureState) throws -> FeatureChange {
        switch schedule.action {
        case .publish(var request):
            request.dryRun = true
            var change = try releases.change(request, before, gates, on: connection)
            if try hasMoved(request, schedule, before) {
                change.problems.append(
                    ReleaseProblem(
                        code: "stale", message: "The same clients' rules have changed since this was scheduled.",
                        feature: before.feature.name))
            }
            return change
        case .endRelease(let number): return try ReleaseStore.ending(number, before, gates, on: connection)
        case .endSchedule(let id):
            if let made = made.first(where: { $0.schedule == id && $0.feature == before.feature.name }) {
                return try ReleaseStore.ending(
                    made.number, before: made.before, made: made.after, before, gates, on: connection)
            }
            guard case .released(let number?)? = try ScheduleTable.schedule(id, on: connection)?.state else {
                var change = FeatureChange(after: before)
                change.problems.append(ScheduleStore.unpublished(id))
                return change
            }
            return try ReleaseStore.ending(number, before, gates, on: connection)
        }
    }

    /// Returns true if somebody changed, or a schedule that the person could not know changes, the rules of the same
    /// clients.
    private func hasMoved(_ request: PublishRequest, _ schedule: Schedule, _ before: FeatureState) throws -> Bool {
        guard let expected = schedule.retriedAfter ?? request.expectedRelease else { return false }
        let known =
            schedule.retriedAfter == nil ? try ScheduleTable.releases(before: schedule.id, on: connection) : []
        let live = try FeatureState(of: before.feature, after: before.feature.liveRelease ?? 0, on: connection)
        let own = request.rules.filter { $0.feature == before.feature.name }
        return try own.contains { rule in
            let moved = try ReleaseStore.hasMoved(
                live, since: ExpectedRelease(release: expected, clients: rule.clients, known: known), on: connection)
            let planned = made.contains {
                $0.feature == rule.feature && ($0.schedule > schedule.id || schedule.retriedAfter != nil)
                    && !$0.before.isLike($0.after, for: rule.clients)
            }
            return moved || planned
        }
    }
}
