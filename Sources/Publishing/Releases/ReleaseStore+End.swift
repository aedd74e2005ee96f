import PostgreSQL
import SchemaRepository

extension ReleaseStore {
    /// Serves again what was live before a release, only for the rules that the release changed.
    ///
    /// The attempt is refused as stale if one of these rules has been removed or serves something else by now, or if its
    /// revision was published again after that; a larger or smaller share is accepted. At the end of a rollout, rules
    /// that others have replaced, removed or published themselves are accepted too: the others' rules stay. The same is
    /// true for an end that a person has retried.
    ///
    /// `rollout`: The rollout that began with the release, whose later steps end too; nil for a release without a
    /// rollout. `seen`: The newest release that a person saw before deciding; the attempt is refused as stale if the
    /// rules for the rollout's clients have changed since. Nil skips this check.
    func end<Outcome: AttemptOutcome>(
        _ number: Int, of features: [String], since rollout: Rollout? = nil, isRetried: Bool = false, seen: Int? = nil,
        reason: String, by actor: Actor, context: ReleaseContext
    ) throws -> Outcome {
        var attempt = ReleaseAttempt(
            kind: .rollback, rollback: .release(number), expectedRelease: nil, reason: reason,
            idempotencyKey: nil, actor: actor, details: ["end", String(number)])
        attempt.context = context
        var expected: [String: [ExpectedRelease]] = [:]
        if let seen {
            for rule in rollout?.request.rules ?? [] {
                expected[rule.feature, default: []].append(ExpectedRelease(release: seen, clients: rule.clients))
            }
        }
        return try make(attempt, of: features, expecting: expected) { current, connection, gates in
            try Self.ending(number, of: rollout, isRetried: isRetried, current, gates, on: connection)
        }
    }

    /// Returns the change that removes a release's rules from a feature, so that their clients get what the others'
    /// rules serve to them, and that switches platforms off again that the release switched on, unless somebody else has
    /// switched them on or published rules there since.
    ///
    /// `rollout`: The rollout that began with the release; only its rules are removed, and a place where others have
    /// replaced them, or have published them too, stays as it is. Without it, a replaced rule is a problem, unless
    /// `isRetried`: then its place stays as it is too. `planned`: The planned releases of the feature that come before
    /// the change.
    static func ending(
        _ number: Int, of rollout: Rollout? = nil, isRetried: Bool = false, _ current: FeatureState,
        _ gates: ReleaseGates, planned: [FeatureHistory.Entry] = [], on connection: Connection
    ) throws -> FeatureChange {
        let stopped = try StoppedRollout.all(of: [current.feature.id], on: connection).map(\.owner)
        let history = try history(of: current.feature, from: number, stopped: stopped, planned, on: connection)
        let before = history.state(after: number - 1)
        // The state after the current step is used, because later steps may have assembled other editions. Rules that
        // others have published since are left out by `isOwn`.
        let made = history.state(after: rollout?.stepRelease ?? number)
        let asked = rollout?.request.rules.filter { $0.feature == current.feature.name }
        func isOwn(_ rule: Rule) -> Bool {
            asked?.contains { $0.place == rule.place && $0.revision == rule.revision } ?? true
        }
        var change = FeatureChange(after: current)
        // The platforms on which others have replaced rules of the release or rollout, or published them too.
        var taken: Set<String> = []
        for place in made.places {
            let old = before.rules(at: place)
            let added = made.rules(at: place).filter { rule in isOwn(rule) && !old.contains { $0.isLike(rule) } }
            guard let first = added.first else { continue }
            let now = current.rules(at: place)
            var remaining = RulesWithoutOwner(
                at: place, in: history, without: RuleOwner(of: added, start: number, rollout: rollout?.id),
                stopped: stopped)
            let states = [history.first] + history.entries.map(\.state)
            for (former, entry) in zip(states, history.entries) { remaining.follow(entry, after: former) }
            if rollout != nil {
                guard remaining.isOwnerLive else {
                    taken.insert(place.platform)
                    continue
                }
            } else if !remaining.isRestorable || !added.allSatisfy({ rule in now.contains { $0.servesLike(rule) } }) {
                guard !isRetried else {
                    taken.insert(place.platform)
                    continue
                }
                change.problems.append(
                    ReleaseProblem(
                        code: "stale",
                        message:
                            "The rule from \(first.from) on \(PlatformTitle.of(first.platform)) has changed since release \(number).",
                        feature: current.feature.name, version: first.from.text))
                continue
            }
            let rules = remaining.rules
            change.after.rules.removeAll { $0.place == place }
            change.after.rules += rules
            let restored = rules.filter { rule in !now.contains { $0.servesLike(rule) } }
            change.warnings += try warnings(of: restored, current.feature, gates, on: connection)
        }
        let platforms = try PlatformTable.all(on: connection).map(\.name)
        let rules = change.after.rules
        change.after.rules = platforms.flatMap { RuleTable(rules, platform: $0).rules }
        change.warnings += CoverageLoss.warnings(before: current, after: change.after)
        let switchedOn = before.switchedOff.filter { !made.switchedOff.contains($0) && !taken.contains($0) }
        // A platform stays on if somebody else has switched it on too.
        let off = switchedOn.isEmpty ? [] : history.switchedOff(without: number, of: rollout?.id)
        for platform in switchedOn where off.contains(platform) {
            // Switching the platform off would also affect rules that were published there in the meantime.
            let isAlone = RuleTable(rules, platform: platform).rules.allSatisfy { rule in
                before.rules(at: rule.place).contains { $0.isLike(rule) }
            }
            if isAlone, !change.after.switchedOff.contains(platform) { change.after.switchedOff.append(platform) }
        }
        return change
    }

    /// Returns the history of a feature from a release on. If a rollout was live just before that release and has been
    /// stopped since, the history begins with the rollout's first release, because the rules that the rollout covered
    /// may have to be served instead.
    private static func history(
        of feature: Feature, from number: Int, stopped: [RuleOwner], _ planned: [FeatureHistory.Entry],
        on connection: Connection
    ) throws -> FeatureHistory {
        let history = try FeatureHistory(of: feature, from: number, planned: planned, on: connection)
        let live = stopped.filter { owner in
            history.first.rules.contains { owner.mayOwn($0, after: number - 1) }
        }
        guard let start = live.map(\.start).min() else { return history }
        return try self.history(of: feature, from: start, stopped: stopped, planned, on: connection)
    }
}

extension Rule {
    var place: RulePlace { RulePlace(platform: platform, from: from) }

    /// The hashes of the rule's editions, each once, in ascending order of versions.
    var hashes: [String] { editions.map(\.hash).withoutRepeats }

    /// Returns true if both rules serve the same revision and bytes to the same versions, whatever their shares are.
    func servesLike(_ other: Rule) -> Bool {
        range == other.range && revision == other.revision && hashes == other.hashes
    }

    /// Returns true if this rule serves the same bytes to all clients of the other rule.
    func includes(_ other: Rule) -> Bool { servesLike(other) && percent.tenths >= other.percent.tenths }

    /// Returns true if both rules serve the same bytes to the same versions and the same share of clients.
    func isLike(_ other: Rule) -> Bool { servesLike(other) && percent == other.percent }
}

extension FeatureState {
    /// The places of the rules, once each, in stored order.
    var places: [RulePlace] { rules.map(\.place).withoutRepeats }

    /// Returns the rules at a place in their order.
    func rules(at place: RulePlace) -> [Rule] { rules.filter { $0.place == place } }
}
