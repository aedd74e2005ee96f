import Foundation
package import PostgreSQL
import SchemaRepository

/// Stores rollout plans and rollouts, which publish revisions in steps.
package struct RolloutStore: Sendable {
    /// The maximum number of failures that one report of a person or a program counts.
    package static let maximumReports = 1_000_000
    /// The maximum length of the note of a report in Unicode scalars; the rest is cut off.
    private static let maximumNote = 2_000

    let pool: ConnectionPool
    let releases: ReleaseStore

    package init(pool: ConnectionPool, releases: ReleaseStore) {
        self.pool = pool
        self.releases = releases
    }

    /// Returns the plans in order of names.
    package func plans() throws -> [RolloutPlan] { try pool.withConnection { try RolloutTable.plans(on: $0) } }

    /// Returns the plan with a name; nil if there is none or it was withdrawn.
    package func plan(_ name: String) throws -> RolloutPlan? {
        try pool.withConnection { try RolloutTable.plan(name, on: $0) }
    }

    /// Saves a plan, or replaces the one with the same name. Returns the plan's faults; if there are any, nothing is
    /// saved. Rollouts that have begun keep their steps.
    package func save(_ name: String, _ steps: [RolloutStep], by actor: Actor) throws -> [String] {
        let faults = RolloutPlan.faults(of: steps, name: name)
        guard faults.isEmpty else { return faults }
        try pool.transaction { try RolloutTable.store(name, steps, by: actor, on: $0) }
        return []
    }

    /// Withdraws a plan; returns false if there is none with that name, or if it is the default plan.
    package func withdraw(_ name: String, by actor: Actor) throws -> Bool {
        try pool.transaction { connection in
            guard name != RolloutPlan.usual, try RolloutTable.plan(name, on: connection) != nil else { return false }
            try RolloutTable.store(name, [], by: actor, on: connection)
            return true
        }
    }

    /// Publishes rules for the share of a plan's first step, and starts a rollout. Clients outside the share keep what
    /// they get.
    ///
    /// Refused while a rollout of one of the rules is open, because the new first step could reduce the share that the
    /// open rollout has reached.
    package func start(_ request: PublishRequest, plan: RolloutPlan, by actor: Actor) throws -> ReleaseOutcome {
        try start(request, plan: plan, by: actor, as: ReleaseOutcome.self)
    }

    /// Returns the release of the first step that ``start(_:plan:by:)`` would create.
    package func planStart(_ request: PublishRequest, plan: RolloutPlan, by actor: Actor) throws -> PlanOutcome {
        try start(request, plan: plan, by: actor, as: PlanOutcome.self)
    }

    private func start<Outcome: AttemptOutcome>(
        _ request: PublishRequest, plan: RolloutPlan, by actor: Actor, as outcome: Outcome.Type
    ) throws -> Outcome {
        guard let first = plan.steps.first else {
            let problem = ReleaseProblem(code: "unknown-plan", message: "The plan has no steps.")
            return .refused(.rejected([problem]))
        }
        guard request.ends == nil else {
            let problem = ReleaseProblem(
                code: "rollout-ends",
                message: "A rollout has no planned end. Leave out the end, or publish without a plan.")
            return .refused(.rejected([problem]))
        }
        var request = request
        request.plan = plan.name
        var context = ReleaseContext(finish: { [request] number, connection in
            let id = try RolloutTable.store(request, plan: plan, release: number, by: actor, on: connection)
            try RolloutTable.recordStep(0, of: id, plan.steps, release: number, by: actor, on: connection)
            try AuditStore.append(
                .rolloutStarted, of: "rollout \(id)", by: actor,
                ["plan": .text(plan.name), "features": .texts(request.features), "release": .number(number)],
                on: connection)
        })
        context.problems = Self.conflicts
        return try releases.publish(Self.request(request, at: first), by: actor, context: context, as: outcome)
    }

    /// Returns a problem for each rule of a feature that an open rollout publishes in steps.
    private static func conflicts(
        _ feature: Feature, _ rules: [RuleRequest], on connection: Connection
    ) throws -> [ReleaseProblem] {
        let open = try RolloutTable.open(of: feature.id, on: connection)
        return rules.compactMap { rule in
            let other = open.first { rollout in
                rollout.request.rules.contains { $0.feature == feature.name && $0.place == rule.place }
            }
            return other.map { rollout in
                ReleaseProblem(
                    code: "rollout-open",
                    message: """
                        Rollout \(rollout.id) of the rule from \(rule.from) on \(PlatformTitle.of(rule.platform)) has \
                        not finished; it reaches \(rollout.percent) % of the clients. Stop it, or wait until it has \
                        finished.
                        """, feature: feature.name, version: rule.from.text)
            }
        }
    }

    /// Returns up to `limit` rollouts, newest first, optionally only those of one feature.
    package func all(of feature: String? = nil, limit: Int) throws -> [Rollout] {
        try pool.withConnection { connection in
            guard let feature else { return try RolloutTable.rollouts("true", limit: limit, on: connection) }
            return try RolloutTable.rollouts(
                PlannedFeatures.rollouts.contain(feature), limit: limit, on: connection)
        }
    }

    /// Returns the rollouts that are open, and those that were halted unless one of their features was released since;
    /// oldest first, optionally only those of one feature.
    package func current(of feature: String? = nil) throws -> [Rollout] {
        try pool.withConnection { connection in
            var condition = RolloutTable.isCurrent
            if let feature { condition = "\(condition) AND \(PlannedFeatures.rollouts.contain(feature))" }
            return try RolloutTable.rollouts(condition, order: "id", limit: Int.max, on: connection)
        }
    }

    /// Returns the rollout with an id, or nil.
    package func rollout(_ id: Int) throws -> Rollout? {
        try pool.withConnection { try RolloutTable.rollout(id, on: $0) }
    }

    /// Returns the rollout that began with a release, or nil.
    package func rollout(ofRelease release: Int) throws -> Rollout? {
        try pool.withConnection { try RolloutTable.rollouts("release = \(release)", limit: 1, on: $0).first }
    }

    /// Pauses a rollout: no further step is published until it continues or a person approves the next step.
    package func pause(_ id: Int, by actor: Actor) throws -> RolloutOutcome {
        try change(id, RolloutTable.Event(kind: "paused"), .rolloutPaused, by: actor) { rollout in
            rollout.hasNextStep && (rollout.state == .running || rollout.state == .awaitingApproval)
        }
    }

    /// Continues a paused rollout; a step that has come due in the meantime is published by the next call of
    /// ``advance(report:)``.
    package func `continue`(_ id: Int, by actor: Actor) throws -> RolloutOutcome {
        try change(id, RolloutTable.Event(kind: "continued"), .rolloutContinued, by: actor) { rollout in
            if case .paused = rollout.state { true } else { false }
        }
    }

    /// Adds failures that a person or a program has seen to those that count toward the threshold of the current step.
    /// Numbers outside 1 to `maximumReports` are brought into that range.
    package func report(_ id: Int, failures: Int, note: String, by actor: Actor) throws -> RolloutOutcome {
        let event = RolloutTable.Event(
            kind: "reported", reports: min(max(1, failures), Self.maximumReports),
            note: String(String.UnicodeScalarView(note.unicodeScalars.prefix(Self.maximumNote))))
        return try change(id, event, .rolloutFailureReported, by: actor) { $0.state.countsFailures }
    }

    /// Publishes the next step now, whether it is due or not; failures reported until now no longer count. If they have
    /// reached the step's threshold, the rollout halts instead.
    ///
    /// If the rules for the step's clients have changed, the step is refused and the rollout fails. A person who then
    /// approves the step again accepts the change.
    ///
    /// `step`: The current step that the person saw, so that a request that is sent twice publishes one step; nil for
    /// any. `expected`: The newest release that the person saw; nil for the release of the current step or, after a
    /// refusal, to skip the check.
    package func approve(
        _ id: Int, seeing step: Int? = nil, expecting expected: Int? = nil, by actor: Actor
    ) throws -> RolloutOutcome {
        guard let first = try rollout(id) else { return .noSuchRollout(id) }
        var known: Int? = max(expected ?? 0, first.stepRelease)
        if case .failed = first.state, expected == nil { known = nil }
        var rollout = first
        while rollout.state.isApprovable, rollout.hasNextStep, rollout.step == step ?? first.step {
            if try haltIfFailing(rollout), let halted = try self.rollout(id) { return .unchanged(halted) }
            if let outcome = try approve(rollout, expecting: known, by: actor) { return try answer(id, outcome) }
            // Somebody has changed the rollout, for example paused it, since it was read. If its step is still the
            // same, the approval must not be lost.
            guard let now = try self.rollout(id) else { return .noSuchRollout(id) }
            rollout = now
        }
        return .unchanged(rollout)
    }

    /// Publishes the next step of a rollout; returns nil if the rollout has changed since it was read.
    private func approve(_ rollout: Rollout, expecting known: Int?, by actor: Actor) throws -> ReleaseOutcome? {
        let outcome = try makeStep(
            after: rollout, expecting: known, by: actor,
            begin: {
                // Failures may have been reported since the rollout was last examined.
                guard try Self.decision(on: rollout, $0).decision != .halt else { throw NotDue() }
            },
            record: { connection in
                // The event is recorded after the release, because release numbers are locked before the audit trail.
                try RolloutTable.record(
                    RolloutTable.Event(kind: "approved"), of: rollout, by: actor, on: connection)
                try AuditStore.append(
                    .rolloutApproved, of: "rollout \(rollout.id)", by: actor,
                    ["features": .texts(rollout.features), "step": .number(rollout.step + 1)], on: connection)
            })
        if case .refused(let refusal)? = outcome, case .stale = refusal {
            do {
                try fail(rollout, refusal.problems(since: "the last step") ?? [], by: actor)
            } catch is NotDue {
                // Another process has changed the rollout in the meantime, so the failure is not recorded.
            }
        }
        return outcome
    }

    /// Stops the rollout: its clients get, byte for byte, what they would get without its rules; see
    /// ``RulesWithoutOwner``.
    ///
    /// `seen`: The newest release that the person saw; the stop is refused if the rules for the rollout's clients have
    /// changed since. Nil skips this check, so that a step that is published at the same time is taken back too.
    package func stop(_ id: Int, reason: String, seen: Int? = nil, by actor: Actor) throws -> RolloutOutcome {
        while true {
            guard let rollout = try rollout(id) else { return .noSuchRollout(id) }
            guard rollout.state.isStoppable else { return .unchanged(rollout) }
            do {
                let outcome = try goBack(
                    rollout, RolloutTable.Event(kind: "stopped", note: reason), seen: seen, reason: reason, by: actor,
                    recording: .rolloutStopped
                ) { connection in
                    // The rules that stay without the rollout were computed for the step that was read. A pause, or a
                    // step that was refused, does not change them.
                    guard let now = try RolloutTable.rollout(id, on: connection), now.step == rollout.step,
                        now.state.isStoppable
                    else { throw NotDue() }
                }
                return try answer(id, outcome)
            } catch is NotDue {
                // A step was published, or the rollout has ended, since the rollout was read. A stop must not be lost,
                // so it is tried again with the rollout as it is now.
            }
        }
    }

    /// Returns what ``stop(_:reason:seen:by:)`` would do.
    package func planStop(
        _ id: Int, reason: String = "", seen: Int? = nil, by actor: Actor
    ) throws -> RolloutStopPlan {
        guard let rollout = try rollout(id) else { return .noSuchRollout(id) }
        guard rollout.state.isStoppable else { return .unchanged(rollout) }
        let outcome: PlanOutcome = try releases.end(
            rollout.release, of: rollout.features, since: rollout, seen: seen, reason: reason, by: actor,
            context: ReleaseContext(rollout: rollout.id))
        return .planned(rollout, outcome)
    }

    private func answer(_ id: Int, _ outcome: ReleaseOutcome) throws -> RolloutOutcome {
        guard let rollout = try rollout(id) else { return .noSuchRollout(id) }
        return switch outcome {
        case .released(_, let warnings): .changed(rollout, warnings: warnings)
        case .refused(.unchanged): .changed(rollout)
        case .refused(let refusal): .refused(refusal)
        case .keyReused(let use): .keyReused(use)
        }
    }

    private func change(
        _ id: Int, _ event: RolloutTable.Event, _ action: AuditAction, by actor: Actor,
        if isPossible: (Rollout) -> Bool
    ) throws -> RolloutOutcome {
        try pool.transaction { connection in
            try ScheduleTable.lock(on: connection)
            guard let rollout = try RolloutTable.rollout(id, on: connection) else { return .noSuchRollout(id) }
            guard isPossible(rollout) else { return .unchanged(rollout) }
            try RolloutTable.record(event, of: rollout, by: actor, on: connection)
            try AuditStore.append(
                action, of: "rollout \(id)", by: actor,
                [
                    "features": .texts(rollout.features), "failures": event.reports.map { .number($0) },
                    "note": event.note.isEmpty ? nil : .text(event.note),
                ], on: connection)
            return .changed(try RolloutTable.rollout(id, on: connection) ?? rollout)
        }
    }
}
