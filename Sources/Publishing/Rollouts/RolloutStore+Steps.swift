import Foundation
import PostgreSQL
import SchemaRepository

extension RolloutStore {
    /// Publishes the steps that are due, and halts rollouts for which too many failures are reported. Calls `report`
    /// for each rollout that changed.
    ///
    /// A step is claimed inside the transaction that publishes it, so it is published only once, even if several
    /// processes call this function, and never before it is due by the database's clock. A step that came due while no
    /// process ran is published late, and its duration begins then. A refusal is recorded. After an error the other
    /// rollouts go on, and the first error is thrown at the end; an error that means that the database does not answer
    /// is thrown at once.
    package func advance(report: (Rollout) -> Void) throws {
        var failure: (any Error)?
        for rollout in try pool.withConnection({ try RolloutTable.open(on: $0) }) {
            do {
                guard try advance(rollout) else { continue }
            } catch is NotDue {
                continue
            } catch  where isChangeWaiting(error) {
                // The rollout is tried again by the next call.
                continue
            } catch let error as PostgreSQLError where error.isAway {
                throw error
            } catch {
                failure = failure ?? error
            }
            // After an error the rollout has changed if the error is recorded, or if the step was made all the same.
            if let now = try self.rollout(rollout.id), now.step != rollout.step || now.state != rollout.state {
                report(now)
            }
        }
        if let failure { throw failure }
    }

    /// Publishes the next step of a rollout that was read before, or halts the rollout; returns false if there was
    /// nothing to do.
    package func advance(_ rollout: Rollout) throws -> Bool {
        let (decision, now) = try pool.withConnection { try Self.decision(on: rollout, $0) }
        switch decision {
        case .wait: return false
        case .halt:
            // Halts the rollout as it was read just now, because the reason states the present number of failures.
            try halt(now)
            return true
        case .proceed: break
        }
        do {
            let outcome = try makeStep(
                after: rollout, expecting: rollout.stepRelease, by: rollout.author,
                begin: {
                    // Failures may have been reported since the decision.
                    guard try Self.decision(on: rollout, $0).decision == .proceed else { throw NotDue() }
                })
            guard let outcome else { return false }
            if case .refused(let refusal) = outcome, let problems = refusal.problems(since: "the last step") {
                try fail(rollout, problems)
            }
        } catch let error as PostgreSQLError where error.isAway || error.isTransient || error.isCommitUnknown {
            throw error
        } catch let error as NotDue {
            throw error
        } catch {
            try fail(
                rollout,
                [
                    ReleaseProblem(
                        code: "failed",
                        message: "The step failed because of an internal error. Galley's log names the cause.")
                ])
            throw error
        }
        return true
    }

    /// Halts a rollout if too many failures are reported for its step; returns false if it does not halt.
    func haltIfFailing(_ rollout: Rollout) throws -> Bool {
        let (decision, now) = try pool.withConnection { try Self.decision(on: rollout, $0) }
        guard decision == .halt else { return false }
        do { try halt(now) } catch is NotDue { return false }
        return true
    }

    /// Publishes the next step; returns nil if there is none or the rollout has changed in the meantime. `expected` is
    /// the newest release that the step is based on; nil skips the check for changed rules. `begin` runs before the
    /// release, `record` after it, both in its transaction.
    ///
    /// Rules that already serve at least the step's share, because somebody has raised their share, stay as they are.
    /// If all rules of the step do, the step is recorded without a release, and the outcome is the refusal `unchanged`.
    func makeStep(
        after rollout: Rollout, expecting expected: Int?, by actor: Actor,
        begin: @escaping (Connection) throws -> Void = { _ in },
        record: @escaping (Connection) throws -> Void = { _ in }
    ) throws -> ReleaseOutcome? {
        let next = rollout.step + 1
        guard rollout.steps.indices.contains(next) else { return nil }
        let problems = try pool.withConnection {
            try ScheduleStore.problems(of: actor, breakGlass: rollout.request.breakGlass, on: $0)
        }
        guard problems.isEmpty else { return .refused(.rejected(problems)) }
        var request = Self.request(rollout.request, at: rollout.steps[next])
        request.reason = rollout.reason
        request.expectedRelease = expected
        // The rules' own expected releases are older than the first step.
        for place in request.rules.indices { request.rules[place].expectedRelease = nil }
        let wanted = request
        let served = try pool.transaction(isolation: .repeatableRead, readOnly: true) {
            try Self.served(wanted, of: rollout.features, on: $0)
        }
        request.rules.removeAll { served.rules.contains($0) }
        func finish(_ release: Int, isMade: Bool, on connection: Connection) throws {
            try record(connection)
            try RolloutTable.recordStep(
                next, of: rollout.id, rollout.steps, release: release, isMade: isMade, by: actor, on: connection)
        }
        var context = ReleaseContext(rollout: rollout.id) { connection in
            try ScheduleTable.lock(on: connection)
            try Self.check(rollout, on: connection)
            try begin(connection)
            guard !served.rules.isEmpty else { return }
            // Somebody may have changed the rules since they were read.
            let now = try Self.served(wanted, of: rollout.features, locked: true, on: connection)
            guard now == served else { throw NotDue() }
        } finish: { number, connection in
            try finish(number, isMade: true, on: connection)
        }
        // The first step switched its platforms on. Those that are off now were switched off later, so this step must
        // not switch them on again.
        context.problems = { feature, rules, connection in
            try SwitchedOffPlatforms.problems(of: feature, rules, on: connection)
        }
        do {
            guard request.rules.isEmpty else {
                return try releases.publish(request, by: actor, context: context, as: ReleaseOutcome.self)
            }
            try pool.transaction { connection in
                try context.begin(connection)
                try finish(served.release, isMade: false, on: connection)
            }
            return .refused(
                .unchanged(since: served.release, because: "The clients of this step already get its revisions."))
        } catch is NotDue {
            return nil
        }
    }

    /// The rules of a step that are live with at least its share, and the newest release of the rollout's features.
    private struct ServedRules: Equatable {
        let rules: [RuleRequest]
        let release: Int
    }

    /// Returns the rules of a step that its features already serve, and the newest release of these features. If
    /// `locked`, locks the features until the end of the transaction.
    private static func served(
        _ request: PublishRequest, of names: [String], locked: Bool = false, on connection: Connection
    ) throws -> ServedRules {
        let features = try ReleaseStore.features(names, locked: locked, on: connection)
        let rules = try features.flatMap { feature -> [RuleRequest] in
            let state = try FeatureState(of: feature, after: feature.liveRelease ?? 0, on: connection)
            let before = try request.expectedRelease.map { try FeatureState(of: feature, after: $0, on: connection) }
            return served(request, in: state, since: before)
        }
        return ServedRules(rules: rules, release: features.compactMap(\.liveRelease).max() ?? 0)
    }

    /// Returns the rules of a step that a feature already serves to at least the step's share. If anything else has
    /// changed for a rule's clients since the state `before`, a person must see that first, so the rule is left out; if
    /// `before` is nil, this is not checked.
    static func served(_ request: PublishRequest, in state: FeatureState, since before: FeatureState?) -> [RuleRequest]
    {
        let own = request.rules.filter { $0.feature == state.feature.name }
        let served = own.filter { state.serves($0) }
        guard var before else { return served }
        var now = state
        let places = own.map(\.place)
        now.rules.removeAll { places.contains($0.place) }
        before.rules.removeAll { places.contains($0.place) }
        return served.filter { before.isLike(now, for: $0.clients) }
    }

    /// Takes out the rules of the rollout, and records the event in the same transaction.
    ///
    /// `seen`: The newest release that a person saw before deciding; nil skips the check for changed rules. `begin`:
    /// Runs before the release, under the lock of schedules; throws an error if the rollout has another step or state
    /// than when it was read.
    func goBack(
        _ rollout: Rollout, _ event: RolloutTable.Event, seen: Int? = nil, reason: String, by actor: Actor,
        recording action: AuditAction, begin: @escaping (Connection) throws -> Void
    ) throws -> ReleaseOutcome {
        func record(_ release: Int?, _ connection: Connection) throws {
            var event = event
            event.release = release
            try RolloutTable.record(event, of: rollout, by: actor, on: connection)
            try AuditStore.append(
                action, of: "rollout \(rollout.id)", by: actor,
                [
                    "features": .texts(rollout.features), "release": release.map { .number($0) },
                    "reason": .text(reason), "percent": .text(rollout.percent.text),
                ], on: connection)
        }
        let context = ReleaseContext(rollout: rollout.id) { connection in
            try ScheduleTable.lock(on: connection)
            try begin(connection)
        } finish: { number, connection in
            try record(number, connection)
        }
        let outcome: ReleaseOutcome = try releases.end(
            rollout.release, of: rollout.features, since: rollout, seen: seen, reason: reason, by: actor,
            context: context)
        if case .refused(.unchanged) = outcome {
            try pool.transaction { connection in
                try context.begin(connection)
                try record(nil, connection)
            }
        }
        return outcome
    }

    /// Halts a rollout because of reported failures: its clients get what they would get without its rules. If that
    /// release is refused, the rollout halts all the same, and its rules stay live.
    private func halt(_ rollout: Rollout) throws {
        let reason = Self.tooManyFailures(rollout)
        let event = RolloutTable.Event(kind: "halted", problems: [reason])
        let outcome = try goBack(
            rollout, event, reason: reason.message, by: .clock, recording: .rolloutHalted
        ) { connection in
            guard try Self.decision(on: rollout, connection).decision == .halt else { throw NotDue() }
        }
        guard case .refused(let refusal) = outcome, let problems = refusal.problems(since: "the last step") else {
            return
        }
        var refused = event
        refused.problems += problems
        try record(refused, .rolloutHalted, of: rollout)
    }

    /// Records that the next step was refused.
    func fail(_ rollout: Rollout, _ problems: [ReleaseProblem], by actor: Actor = .clock) throws {
        try record(RolloutTable.Event(kind: "failed", problems: problems), .rolloutFailed, of: rollout, by: actor)
    }

    private func record(
        _ event: RolloutTable.Event, _ action: AuditAction, of rollout: Rollout, by actor: Actor = .clock
    ) throws {
        try pool.transaction { connection in
            try ScheduleTable.lock(on: connection)
            try Self.check(rollout, on: connection)
            try RolloutTable.record(event, of: rollout, by: actor, on: connection)
            try AuditStore.append(
                action, of: "rollout \(rollout.id)", by: actor,
                [
                    "features": .texts(rollout.features), "problems": .texts(event.problems.map(\.code)),
                    "message": .text(event.problems.map(\.message).joined(separator: " ")),
                ], on: connection)
        }
    }

    /// Returns a request with the share of a step in all its rules.
    static func request(_ request: PublishRequest, at step: RolloutStep) -> PublishRequest {
        var request = request
        for index in request.rules.indices { request.rules[index].percent = step.percent }
        return request
    }

    /// Throws ``NotDue`` if the rollout has changed since it was read.
    static func check(_ rollout: Rollout, on connection: Connection) throws {
        let now = try RolloutTable.rollout(rollout.id, on: connection)
        guard now?.step == rollout.step, now?.state == rollout.state, now?.stateAt == rollout.stateAt else {
            throw NotDue()
        }
    }

    /// Returns the decision for a rollout, and the rollout as it is now.
    static func decision(
        on rollout: Rollout, _ connection: Connection
    ) throws -> (decision: RolloutDecision, now: Rollout) {
        guard let now = try RolloutTable.rollout(rollout.id, on: connection), now.step == rollout.step,
            now.state.countsFailures, rollout.steps.indices.contains(rollout.step), let due = now.dueAt
        else { return (.wait, rollout) }
        let step = rollout.steps[rollout.step]
        let isDue = try now.state == .running && now.hasNextStep && ScheduleStore.hasPassed(due, on: connection)
        // The database's clock decides whether the step is due. So the argument is either the whole duration or -1,
        // which is less than every duration, even 0.
        return (step.decision(after: isDue ? step.bakeTime : -1, failures: now.failures), now)
    }

    private static func tooManyFailures(_ rollout: Rollout) -> ReleaseProblem {
        let failures = rollout.failures == 1 ? "1 failure was" : "\(rollout.failures) failures were"
        return ReleaseProblem(
            code: "too-many-failures",
            message: "\(failures) reported at \(rollout.percent) % of the clients; "
                + "the limit of this step is \(rollout.threshold ?? 0).", feature: rollout.features.first)
    }
}

extension FeatureState {
    /// Returns true if a live rule serves the requested revision to the requested versions, with at least the requested
    /// share.
    fileprivate func serves(_ request: RuleRequest) -> Bool {
        !switchedOff.contains(request.platform)
            && rules(at: request.place).contains { rule in
                rule.range == request.range && rule.revision == request.revision
                    && rule.percent.tenths >= request.percent.tenths
            }
    }
}
