import Foundation
import PostgreSQL

/// The future states of features if every scheduled release and every step of a rollout is published when it is due.
/// Nothing is written.
struct ReleaseForecast {
    let releases: ReleaseStore
    /// The checks of a release now.
    private let presentGates: ReleaseGates
    let connection: Connection
    /// The schedules that would be released, in order.
    private(set) var planned: [Schedule] = []
    /// The schedules that would be refused, with the problems.
    private(set) var refused: [FeatureMoment.RefusedSchedule] = []
    /// The steps of rollouts that would be refused, with the problems.
    private(set) var refusedSteps: [FeatureMoment.RefusedStep] = []
    /// The number of the newest release, including the planned ones.
    private(set) var newest: Int
    /// The states of features after the planned releases so far, by the features' names.
    private var states: [String: FeatureState] = [:]
    /// The newest release of each feature, including the planned ones, by the feature's name.
    private var numbers: [String: Int] = [:]
    /// The planned releases so far, with one entry for each feature of a release.
    private var made: [Made] = []
    /// The bytes of the editions of planned releases, by hash, which may not be stored yet.
    private(set) var contents: [String: [UInt8]] = [:]
    /// The releases whose planned ends have been applied so far.
    private var ended: [EndedRelease] = []
    /// The states of features after the newest planned step of each rollout, by the rollout's id and the feature's
    /// name.
    private var stepped: [Int: [String: FeatureState]] = [:]
    /// The current steps of the rollouts with planned steps, from 0, by their ids.
    private var steps: [Int: Int] = [:]
    /// The times at which the rollouts with planned steps began, by their ids.
    private var begun: [Int: Date] = [:]
    /// The time of the next planned release, then the moment for which the forecast was created.
    private var time: Date

    /// A rollout in one of its steps, which waits until its next step is due.
    private struct Pending {
        let rollout: Rollout
        /// The current step, from 0.
        let step: Int
        /// The time at which the next step is due.
        let dueAt: Date
    }

    /// A planned release of one feature.
    private struct Made {
        /// The schedule or the rollout that creates the release.
        let maker: Maker
        let feature: String
        let number: Int
        let before: FeatureState
        let after: FeatureState
    }

    /// The origin of a planned release, by the id of the schedule or rollout.
    private enum Maker: Hashable {
        case schedule(Int), rollout(Int)

        /// The number of the rollout; nil for a schedule.
        var rollout: Int? { if case .rollout(let id) = self { id } else { nil } }
    }

    /// Creates the forecast for a moment: applies every waiting schedule and every step of a running rollout that is due
    /// by then, in the order of their times.
    init(
        at moment: Date, releases: ReleaseStore, gates: ReleaseGates, on connection: Connection
    ) throws {
        (self.releases, self.presentGates, self.connection, time) = (releases, gates, connection, moment)
        newest = try ReleaseTable.newest(on: connection)
        try advance(to: moment)
    }

    /// The states of the features that the planned releases so far change.
    var changed: [FeatureState] {
        let names = Set(made.map(\.feature))
        return states.values.filter { names.contains($0.feature.name) }
    }

    /// The checks of a release according to the rules after the planned releases so far.
    var gates: ReleaseGates {
        var gates = presentGates
        gates.live = LiveRules(at: time, after: changed)
        return gates
    }

    private mutating func advance(to moment: Date) throws {
        let now = try connection.query("SELECT clock_timestamp() AS now").first?["now", as: Date.self] ?? moment
        var schedules = try ScheduleTable.schedules(
            "kind IN ('waiting', 'retried') AND due_at <= \(moment)", limit: Int.max, on: connection)[...]
        var pending = try RolloutTable.open(on: connection).compactMap { Self.next($0, at: $0.step, since: nil) }
        while true {
            let step = pending.filter { $0.dueAt <= moment }.min { $0.dueAt < $1.dueAt }
            if let schedule = schedules.first, step.map({ schedule.dueAt <= max($0.dueAt, now) }) ?? true {
                schedules.removeFirst()
                time = max(schedule.dueAt, now)
                try make(schedule)
            } else if let step {
                pending.removeAll { $0.rollout.id == step.rollout.id }
                time = max(step.dueAt, now)
                guard try make(step) else { continue }
                let next = Self.next(step.rollout, at: step.step + 1, since: max(step.dueAt, now))
                pending += next.map { [$0] } ?? []
            } else {
                time = moment
                return
            }
        }
    }

    /// Returns a rollout with the time at which its next step is due; nil if it has no further step, or if the rollout
    /// waits for a person. `began` is the time at which the current step began; nil to use the recorded due time.
    private static func next(_ rollout: Rollout, at step: Int, since began: Date?) -> Pending? {
        guard rollout.state == .running, step + 1 < rollout.steps.count, !rollout.steps[step].approval else {
            return nil
        }
        let due = began.map { $0.addingTimeInterval(rollout.steps[step].bakeTime) } ?? rollout.dueAt
        return due.map { Pending(rollout: rollout, step: step, dueAt: $0) }
    }

    /// Returns a feature's state, and the release that led to it.
    mutating func state(of feature: Feature) throws -> (state: FeatureState, release: Int) {
        if let state = states[feature.name], let number = numbers[feature.name] { return (state, number) }
        let live = feature.liveRelease ?? 0
        let state = try FeatureState(of: feature, after: live, on: connection)
        states[feature.name] = state
        numbers[feature.name] = live
        return (state, live)
    }

    /// Returns a feature's state at a future time, for which the forecast was created, with what leads to it.
    mutating func moment(of feature: Feature, at time: Date) throws -> FeatureMoment {
        let (state, release) = try state(of: feature)
        return FeatureMoment(
            time: time, state, release: release, isForecast: true,
            planned: planned.filter { $0.features.contains(feature.name) },
            refused: refused.filter { $0.schedule.features.contains(feature.name) },
            refusedSteps: refusedSteps.filter { $0.rollout.features.contains(feature.name) })
    }

    /// Returns the newest planned step of a rollout, from 0, and the state of one of its features after that step; nil
    /// if no step is planned.
    func step(of rollout: Rollout, _ feature: Feature) -> (step: Int, state: FeatureState)? {
        guard let step = steps[rollout.id], let state = stepped[rollout.id]?[feature.name] else { return nil }
        return (step, state)
    }

    /// Applies a schedule, or stores it in ``refused``.
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
        let isPublish = if case .publish = schedule.action { true } else { false }
        let (adjusted, archived) = try ReleaseStore.respectingArchives(
            changes, kind: isPublish ? .publish : .rollback, on: connection)
        (changes, problems) = (adjusted, problems + archived)
        guard problems.isEmpty else {
            return refused.append(FeatureMoment.RefusedSchedule(schedule: schedule, problems: problems))
        }
        planned.append(schedule)
        if let number = try release(endedBy: schedule) { ended.append(EndedRelease(number: number, last: newest)) }
        guard isPublish || !changes.allSatisfy({ $0.before.answersLike($0.change.after) }) else { return }
        record(changes, by: .schedule(schedule.id))
    }

    /// Applies the next step of a rollout; returns false if it would be refused.
    private mutating func make(_ pending: Pending) throws -> Bool {
        let rollout = pending.rollout
        let step = rollout.steps[pending.step + 1]
        var request = RolloutStore.request(rollout.request, at: step)
        var problems = try ScheduleStore.problems(
            of: rollout.author, breakGlass: rollout.request.breakGlass, on: connection)
        var current: [FeatureState] = []
        var expected: [String: FeatureState] = stepped[rollout.id] ?? [:]
        for name in rollout.features {
            guard let feature = try FeatureStore.feature(named: name, on: connection) else { return false }
            current.append(try state(of: feature).state)
            if expected[name] == nil {
                expected[name] = try FeatureState(of: feature, after: rollout.stepRelease, on: connection)
            }
        }
        let served = current.flatMap { RolloutStore.served(request, in: $0, since: expected[$0.feature.name]) }
        request.rules.removeAll { served.contains($0) }
        var changes: [(before: FeatureState, change: FeatureChange)] = []
        for before in current where request.features.contains(before.feature.name) {
            let change = try releases.change(request, before, gates, isPlan: true, on: connection)
            problems += change.problems
            let own = request.rules.filter { $0.feature == before.feature.name }
            if own.contains(where: { expected[before.feature.name]?.isLike(before, for: $0.clients) == false }) {
                // The rules are live because of the change by others, so only the problem about the change is reported.
                problems.removeAll { $0.code == ReleaseProblem.alreadyLive }
                problems.append(
                    ReleaseProblem(
                        code: "stale", message: "The rules for the same clients have changed since the last step.",
                        feature: before.feature.name))
            }
            changes.append((before, change))
        }
        problems += try ReleaseStore.respectingArchives(changes, kind: .publish, on: connection).problems
        guard problems.isEmpty else {
            refusedSteps.append(
                FeatureMoment.RefusedStep(rollout: rollout, percent: step.percent, problems: problems))
            return false
        }
        begun[rollout.id] = rollout.createdAt
        // If all rules of a step are live with its share already, the step needs no release.
        if !changes.isEmpty { record(changes, by: .rollout(rollout.id)) }
        stepped[rollout.id] = states.filter { rollout.features.contains($0.key) }
        steps[rollout.id] = pending.step + 1
        return true
    }

    /// Adds a planned release of features, and makes its result their present states.
    private mutating func record(
        _ changes: [(before: FeatureState, change: FeatureChange)], by maker: Maker
    ) {
        newest += 1
        for (before, change) in changes {
            let name = before.feature.name
            contents.merge(change.contents) { known, _ in known }
            let item = ReleaseStore.item(newest, before: before, after: change.after)
            let after = FeatureState(feature: before.feature, rules: item.rules, switchedOff: item.switchedOff)
            made.append(Made(maker: maker, feature: name, number: newest, before: before, after: after))
            states[name] = after
            numbers[name] = newest
        }
    }

    /// Returns the change that a schedule would make in a feature.
    private func change(_ schedule: Schedule, _ before: FeatureState) throws -> FeatureChange {
        switch schedule.action {
        case .publish(let request):
            var change = try releases.change(request, before, gates, isPlan: true, on: connection)
            if schedule.retriedAfter != nil {
                let own = request.rules.filter { $0.feature == before.feature.name }
                change.problems += try SwitchedOffPlatforms.problems(
                    of: before.feature, own, exceptThoseAfter: request.expectedRelease, on: connection)
            }
            if try hasMoved(request, schedule, before) {
                change.problems.append(
                    ReleaseProblem(
                        code: "stale", message: "The rules for the same clients have changed since this was scheduled.",
                        feature: before.feature.name))
            }
            return change
        case .endRelease, .endSchedule:
            if let number = try release(endedBy: schedule) { return try ending(number, of: schedule, before) }
            var change = FeatureChange(after: before)
            if case .endSchedule(let id) = schedule.action { change.problems.append(ScheduleStore.unpublished(id)) }
            return change
        }
    }

    /// Returns the made or planned release that a schedule ends; nil if the schedule ends none, or if that release is
    /// neither made nor planned.
    func release(endedBy schedule: Schedule) throws -> Int? {
        if case .endSchedule(let id) = schedule.action, let made = made.first(where: { $0.maker == .schedule(id) }) {
            return made.number
        }
        return try PlannedEnds.release(endedBy: schedule, on: connection)
    }

    /// Returns the change that removes the rules of an earlier or planned release from a feature.
    private func ending(_ number: Int, of schedule: Schedule, _ before: FeatureState) throws -> FeatureChange {
        return try ReleaseStore.ending(
            number, isRetried: schedule.retriedAfter != nil, before, gates, planned: entries(of: before.feature),
            plannedEnds: ended, on: connection)
    }

    /// Returns the planned releases of a feature so far.
    func entries(of feature: Feature) -> [FeatureHistory.Entry] {
        made.filter { $0.feature == feature.name }.map {
            FeatureHistory.Entry(release: $0.number, rollout: $0.maker.rollout, target: nil, state: $0.after)
        }
    }

    /// Returns the versions at which the rules of a planned release start that its planned end could no longer take out
    /// after one more release, which changes the feature from `before` to `after`.
    func stalePlaces(ofEnd end: Schedule, afterAnother before: FeatureState, _ after: FeatureState) throws -> [String] {
        guard case .endSchedule(let id) = end.action,
            let number = made.first(where: { $0.maker == .schedule(id) && $0.feature == before.feature.name })?.number
        else { return [] }
        let item = ReleaseStore.item(newest + 1, before: before, after: after)
        let last = FeatureState(feature: before.feature, rules: item.rules, switchedOff: item.switchedOff)
        let another = FeatureHistory.Entry(release: newest + 1, rollout: nil, target: nil, state: last)
        func places(_ state: FeatureState, _ planned: [FeatureHistory.Entry]) throws -> [String] {
            try ReleaseStore.ending(number, state, gates, planned: planned, plannedEnds: ended, on: connection)
                .problems.filter { $0.code == "stale" }.compactMap(\.version)
        }
        let known = entries(of: before.feature)
        let lost = try places(before, known)
        return try places(last, known + [another]).filter { !lost.contains($0) }
    }

    /// Returns true if the rules for the request's clients differ from those at the time of the request, and a release
    /// that the author of the request could not know of has changed or will change them.
    private func hasMoved(_ request: PublishRequest, _ schedule: Schedule, _ before: FeatureState) throws -> Bool {
        guard let expected = schedule.retriedAfter ?? request.expectedRelease else { return false }
        let mayKnow = schedule.retriedAfter == nil
        let known = mayKnow ? try ScheduleTable.releases(before: schedule.id, on: connection) : []
        func isKnown(_ maker: Maker) -> Bool {
            switch maker {
            case .schedule(let id): id == schedule.id || mayKnow && id < schedule.id
            case .rollout(let id): mayKnow && begun[id].map { $0 < schedule.createdAt } ?? false
            }
        }
        let then = try FeatureState(of: before.feature, after: expected, on: connection)
        let own = request.rules.filter { $0.feature == before.feature.name }
        return try own.contains { rule in
            // Changes that others have undone again do not count.
            guard !then.isLike(before, for: rule.clients) else { return false }
            let planned = made.contains {
                $0.feature == rule.feature && !isKnown($0.maker)
                    && !$0.before.isLike($0.after, for: rule.clients)
            }
            let since = ExpectedRelease(release: expected, clients: rule.clients, known: known)
            return try planned || !ReleaseStore.moves(of: before.feature, since: since, on: connection).isEmpty
        }
    }
}
