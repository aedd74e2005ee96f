import PostgreSQL
import SchemaRepository

extension ReleaseStore {
    /// Switches a feature off on one platform or all: requests for it from there get 410 until it is switched on again,
    /// for example by a publish.
    ///
    /// Creates no release if the feature is switched off already, or was published and is archived.
    package func switchOff(_ request: SwitchRequest, by actor: Actor) throws -> ReleaseOutcome {
        try switchOff(request, by: actor, as: ReleaseOutcome.self)
    }

    /// Returns the release that ``switchOff(_:by:)`` would create.
    package func planSwitchOff(_ request: SwitchRequest, by actor: Actor) throws -> PlanOutcome {
        try switchOff(request, by: actor, as: PlanOutcome.self)
    }

    private func switchOff<Outcome: AttemptOutcome>(
        _ request: SwitchRequest, by actor: Actor, as _: Outcome.Type
    ) throws -> Outcome {
        try make(attempt(.switchOff, request, by: actor), of: request.feature) { before, connection in
            let asked = try Self.asked(request.platform, on: connection)
            if !asked.isEmpty, let idle = try Self.idle(before, on: connection) { return idle }
            guard !asked.isEmpty, asked.allSatisfy({ before.switchedOff.contains($0.name) }) else { return nil }
            let releases = try asked.compactMap { try Self.switchOff(of: before.feature, on: $0.name, connection) }
            let since = releases.max() ?? before.feature.liveRelease ?? 0
            let place = request.platform == nil ? "" : " on \(asked.map(\.title).joined())"
            return .unchanged(
                since: since, because: "\(request.feature) is already switched off\(place) (release \(since)).")
        } change: { before, connection, _ in
            let asked = try Self.asked(request.platform, on: connection).map(\.name)
            var change = FeatureChange(after: before)
            change.problems = try Self.problems(of: request.platform, before, on: connection)
            let off = Set(before.switchedOff).union(asked)
            change.after.switchedOff = try PlatformTable.all(on: connection).map(\.name).filter(off.contains)
            return change
        }
    }

    /// Switches a feature on with its existing rules, on one platform or all that are switched off.
    ///
    /// The checks run but only warn, as in a rollback. Creates no release if the feature is not switched off, or if it
    /// is archived and has no rules on the platform or would become live.
    package func switchOn(_ request: SwitchRequest, by actor: Actor) throws -> ReleaseOutcome {
        try switchOn(request, by: actor, as: ReleaseOutcome.self)
    }

    /// Returns the release that ``switchOn(_:by:)`` would create.
    package func planSwitchOn(_ request: SwitchRequest, by actor: Actor) throws -> PlanOutcome {
        try switchOn(request, by: actor, as: PlanOutcome.self)
    }

    private func switchOn<Outcome: AttemptOutcome>(
        _ request: SwitchRequest, by actor: Actor, as _: Outcome.Type
    ) throws -> Outcome {
        try make(attempt(.switchOn, request, by: actor), of: request.feature) { before, connection in
            let asked = try Self.asked(request.platform, on: connection)
            // If an archived feature still has rules on the platform, the release is refused later, with the advice to
            // restore it.
            let hasRules = before.rules.contains { rule in asked.contains { $0.name == rule.platform } }
            if !asked.isEmpty, !hasRules, let idle = try Self.idle(before, on: connection) { return idle }
            guard let live = before.feature.liveRelease, !asked.isEmpty,
                !asked.contains(where: { before.switchedOff.contains($0.name) })
            else { return nil }
            let place = request.platform == nil ? "" : " on \(asked.map(\.title).joined())"
            return .unchanged(since: live, because: "\(request.feature) is not switched off\(place).")
        } change: { before, connection, gates in
            let asked = try Self.asked(request.platform, on: connection)
            var change = FeatureChange(after: before)
            change.problems = try Self.problems(of: request.platform, before, on: connection)
            let resumed = asked.filter { before.switchedOff.contains($0.name) }
            change.after.switchedOff.removeAll { name in resumed.contains { $0.name == name } }
            for platform in resumed {
                let rules = before.rules.filter { $0.platform == platform.name }
                change.warnings.append(Self.resumption(of: before.feature.name, on: platform, rules))
                change.warnings += try Self.warnings(of: rules, before.feature, gates, on: connection)
            }
            return change
        }
    }

    private func attempt(_ kind: ReleaseKind, _ request: SwitchRequest, by actor: Actor) -> ReleaseAttempt {
        ReleaseAttempt(
            kind: kind, expectedRelease: request.expectedRelease, reason: request.reason,
            idempotencyKey: request.idempotencyKey, actor: actor, details: [request.feature, request.platform ?? "*"])
    }

    /// Returns the warning that a platform switches back on, with the rules that resume.
    static func resumption(of feature: String, on platform: Platform, _ rules: [Rule]) -> ReleaseProblem {
        let starts = rules.map { rule in
            let until = rule.until.map { " until \($0)" } ?? ""
            let share = rule.percent.isEveryone ? "" : ", \(rule.percent) %"
            return "from \(rule.from)\(until) (revision \(rule.revision)\(share))"
        }
        let what =
            switch starts.count {
            case 0: "the feature has no rules there, so clients get nothing (404)."
            case 1: "the rule \(starts.joined()) resumes."
            default: "the rules \(starts.dropLast().joined(separator: ", ")) and \(starts.suffix(1).joined()) resume."
            }
        return ReleaseProblem(
            code: ReleaseProblem.switchedOnAgain, message: "\(platform.title) switches back on; \(what)",
            feature: feature)
    }

    /// Returns the refusal for an archived feature that was released before: no client gets it, so switching it changes
    /// nothing. Nil for any other feature.
    private static func idle(_ before: FeatureState, on connection: Connection) throws -> ReleaseRefusal? {
        guard let live = before.feature.liveRelease,
            try FeatureStore.archive(of: before.feature.id, on: connection) != nil
        else { return nil }
        return .unchanged(
            since: live,
            because: "\(before.feature.name) is archived and no client gets it, so there is nothing to switch.")
    }

    /// Returns the platform with a name, or all platforms for nil; an empty list for an unknown name.
    private static func asked(_ platform: String?, on connection: Connection) throws -> [Platform] {
        try PlatformTable.all(on: connection).filter { platform == nil || $0.name == platform }
    }

    private static func problems(
        of platform: String?, _ before: FeatureState, on connection: Connection
    ) throws -> [ReleaseProblem] {
        var problems: [ReleaseProblem] = []
        let platforms = try PlatformTable.all(on: connection).map(\.name)
        if let platform, !platforms.contains(platform) {
            problems.append(
                ReleaseProblem(
                    code: "unknown-platform",
                    message: "There is no platform “\(platform)”; there are \(platforms.joined(separator: ", ")).",
                    feature: before.feature.name))
        }
        if before.feature.liveRelease == nil { problems.append(neverPublished(before.feature)) }
        return problems
    }
}
