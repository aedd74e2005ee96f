import PostgreSQL
import SchemaRepository

extension ReleaseStore {
    /// Serves again what stood before a release, for the rules that it changed and only for them.
    ///
    /// A rule that serves something else in the meantime is a conflict; a rule whose share has been raised is not.
    func end(_ number: Int, of schedule: Schedule, errand: ReleaseErrand) throws -> ReleaseOutcome {
        var attempt = ReleaseAttempt(
            kind: .rollback, rollback: .release(number), expectedRelease: nil, reason: schedule.reason, dryRun: false,
            idempotencyKey: nil, actor: schedule.author, wish: ["end", String(number)])
        attempt.errand = errand
        return try make(attempt, of: schedule.features, expecting: [:]) { current, connection, gates in
            try Self.ending(number, current, gates, on: connection)
        }
    }

    /// Returns the change that takes a release's rules out of a feature.
    static func ending(
        _ number: Int, _ current: FeatureState, _ gates: ReleaseGates, on connection: Connection
    ) throws -> FeatureChange {
        let before = try FeatureState(of: current.feature, after: number - 1, on: connection)
        let made = try FeatureState(of: current.feature, after: number, on: connection)
        return try ending(number, before: before, made: made, current, gates, on: connection)
    }

    /// Returns the change from a state that takes the rules out by which two others differ.
    static func ending(
        _ number: Int, before: FeatureState, made: FeatureState, _ current: FeatureState, _ gates: ReleaseGates,
        on connection: Connection
    ) throws -> FeatureChange {
        var change = FeatureChange(after: current)
        for rule in made.rules {
            let old = before.rule(at: rule.place)
            guard old.map({ !$0.isLike(rule) }) ?? true else { continue }
            guard let now = current.rule(at: rule.place), now.servesLike(rule) else {
                change.problems.append(
                    ReleaseProblem(
                        code: "stale",
                        message: "The rule from \(rule.from) on \(rule.platform) has changed since release \(number).",
                        feature: current.feature.name, version: rule.from.text))
                continue
            }
            change.after.rules.removeAll { $0.place == rule.place }
            if let old {
                change.after.rules.append(old)
                change.warnings += try warnings(of: [old], current.feature, gates, on: connection)
            }
        }
        let platforms = try PlatformTable.all(on: connection).map(\.name)
        let rules = change.after.rules
        change.after.rules = platforms.flatMap { RuleTable(rules, platform: $0).rules }
        for platform in before.switchedOff where !made.switchedOff.contains(platform) {
            // Rules published in the meantime on the platform would go off too.
            let isAlone = RuleTable(rules, platform: platform).rules.allSatisfy { rule in
                before.rule(at: rule.place).map { $0.isLike(rule) } ?? false
            }
            if isAlone, !change.after.switchedOff.contains(platform) { change.after.switchedOff.append(platform) }
        }
        return change
    }
}

extension Rule {
    var place: RulePlace { RulePlace(platform: platform, from: from) }

    /// Returns true if both serve the same bytes to the same versions, to any share of their clients.
    func servesLike(_ other: Rule) -> Bool {
        func hashes(_ rule: Rule) -> [String] {
            rule.editions.map(\.hash).reduce(into: []) { if $0.last != $1 { $0.append($1) } }
        }
        return range == other.range && revision == other.revision && hashes(self) == hashes(other)
    }

    /// Returns true if both serve the same bytes to the same clients.
    func isLike(_ other: Rule) -> Bool { servesLike(other) && percent == other.percent }
}

extension FeatureState {
    /// Returns the rule at a place, or nil.
    func rule(at place: RulePlace) -> Rule? { rules.first { $0.place == place } }
}
