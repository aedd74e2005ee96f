import PostgreSQL
import SchemaRepository

extension ReleaseStore {
    /// Ends a release or a rollout: takes out its rules, so that their clients get what they would get without these
    /// rules. See ``RulesWithoutOwner``.
    ///
    /// The end of a release is refused as stale if others have removed one of its rules or published another revision
    /// in place of a rule, even if they have published the former revision again after that; another share of the same
    /// revision is accepted. The end is also refused if clients would get nothing although they got something before
    /// the release. Neither is a reason to refuse the end of a rollout or an end that a person has retried: rules that
    /// others have published stay live.
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

    /// Returns the change that removes a release's rules from a feature, so that their clients get what the rules of
    /// others serve to them. If the release, or another one that has ended, switched a platform on, the change switches
    /// it off again, unless somebody else has switched it on or published rules there since.
    ///
    /// `rollout`: The rollout that began with the release. The rules of all its steps are removed; a place where others
    /// have replaced these rules, or have published the same rules, stays as it is. For a release without a rollout, a
    /// replaced rule is a problem; if `isRetried`, its place stays as it is instead. `planned`: The planned releases of
    /// the feature that come before the change. `plannedEnds`: The releases whose planned ends come before the change.
    static func ending(
        _ number: Int, of rollout: Rollout? = nil, isRetried: Bool = false, _ current: FeatureState,
        _ gates: ReleaseGates, planned: [FeatureHistory.Entry] = [], plannedEnds: [EndedRelease] = [],
        on connection: Connection
    ) throws -> FeatureChange {
        let stopped = try StoppedRollout.all(of: [current.feature.id], on: connection).map(\.owner)
        let ended = try (EndedRelease.all(of: current.feature.id, on: connection) + plannedEnds)
            .filter { $0.number != number }
        let history = try history(
            of: current.feature, from: number, stopped: stopped, ended, planned, on: connection)
        let before = history.state(after: number - 1)
        var change = FeatureChange(after: current)
        // The platforms on which others have replaced rules of the release or rollout, or published them too.
        var taken: Set<String> = []
        let places = history.places(ofRulesSince: number, rollout: rollout?.id)
        for place in places {
            let remaining = RulesWithoutOwner(
                of: RuleOwner(since: number, rollout: rollout?.id, at: place, in: history), at: place, in: history,
                ended: stopped
                    + ended.map { RuleOwner(since: $0.number, rollout: nil, at: place, in: history, end: $0.last) })
            guard remaining.isOwnerLive else {
                guard rollout == nil, !isRetried else {
                    taken.insert(place.platform)
                    continue
                }
                change.problems.append(
                    ReleaseProblem(
                        code: "stale",
                        message: """
                            The rule from \(place.from) on \(PlatformTitle.of(place.platform)) has changed since release \
                            \(number).
                            """, feature: current.feature.name, version: place.from.text))
                continue
            }
            change.after.rules.removeAll { $0.place == place }
            change.after.rules += remaining.rules
        }
        if rollout == nil {
            taken.formUnion(
                Self.keepCoverage(of: before, current, places, isRetried: isRetried, before: number, in: &change))
        }
        for place in places {
            let now = current.rules(at: place)
            let restored = change.after.rules(at: place).filter { rule in !now.contains { $0.servesLike(rule) } }
            change.warnings += try warnings(of: restored, current.feature, gates, on: connection)
        }
        let platforms = try PlatformTable.all(on: connection).map(\.name)
        let rules = change.after.rules
        change.after.rules = platforms.flatMap { RuleTable(rules, platform: $0).rules }
        change.warnings += CoverageLoss.warnings(before: current, after: change.after)
        let owners =
            [RuleOwner(since: number, rollout: rollout?.id, in: history)] + stopped
            + ended.map { RuleOwner(since: $0.number, rollout: nil, in: history, end: $0.last) }
        let off = history.switchedOff(without: owners)
        let served = places.map(\.platform).uniqued
        for platform in served where off.contains(platform) && !taken.contains(platform) {
            // Switching the platform off would also affect rules that were published there in the meantime.
            let isAlone = RuleTable(rules, platform: platform).rules.allSatisfy { rule in
                before.rules(at: rule.place).contains { $0.isLike(rule) }
            }
            if isAlone, !change.after.switchedOff.contains(platform) { change.after.switchedOff.append(platform) }
        }
        return change
    }

    /// Finds clients that got something before the ended release (state `earlier`) and get something now, but would get
    /// nothing after the change. Adds a problem for them to the change; if `isRetried`, puts their present rules back
    /// instead. Returns the platforms of the rules that were put back.
    private static func keepCoverage(
        of earlier: FeatureState, _ current: FeatureState, _ places: [RulePlace], isRetried: Bool,
        before release: Int, in change: inout FeatureChange
    ) -> Set<String> {
        var platforms: Set<String> = []
        for lost in CoverageLoss.clients(servedIn: earlier, before: current, after: change.after) {
            guard isRetried else {
                change.problems.append(nothingLeft(of: current.feature, for: lost, before: release))
                continue
            }
            let kept = places.filter { place in
                place.platform == lost.platform
                    && current.rules(at: place).contains { $0.range.overlaps(lost.range) }
            }
            change.after.rules.removeAll { kept.contains($0.place) }
            change.after.rules += current.rules.filter { kept.contains($0.place) }
            platforms.formUnion(kept.map(\.platform))
        }
        return platforms
    }

    /// Returns the problem that some clients would get nothing after the end of a release, although they got something
    /// before the release.
    private static func nothingLeft(
        of feature: Feature, for clients: ExpectedRelease.Clients, before release: Int
    ) -> ReleaseProblem {
        ReleaseProblem(
            code: "stale",
            message: """
                After the end, fewer clients on \(PlatformTitle.of(clients.platform)) \(clients.range.words) would get \
                \(feature.name) than before release \(release): rules that served them then are no longer live.
                """, feature: feature.name, version: clients.range.from.text)
    }

    /// Returns the history of a feature from a release on, or from an earlier one: if an earlier rollout that has been
    /// stopped since has live rules in the history, or an earlier release ends in it, the history begins with the first
    /// release of that rollout, or with that release. Rules that this first release replaced may have to be served
    /// again.
    private static func history(
        of feature: Feature, from number: Int, stopped: [RuleOwner], _ ended: [EndedRelease],
        _ planned: [FeatureHistory.Entry], on connection: Connection
    ) throws -> FeatureHistory {
        let history = try FeatureHistory(of: feature, from: number, planned: planned, on: connection)
        let rollouts = stopped.filter { owner in owner.start < history.start && history.hasLiveRules(of: owner) }
        let releases = ended.filter { $0.number < history.start && $0.last >= history.start - 1 }
        guard let start = (rollouts.map(\.start) + releases.map(\.number)).min() else { return history }
        return try self.history(of: feature, from: start, stopped: stopped, ended, planned, on: connection)
    }
}

extension FeatureHistory {
    /// Returns the places at which a release or, if `rollout` is not nil, the steps of a rollout published rules, once
    /// each.
    fileprivate func places(ofRulesSince release: Int, rollout: Int?) -> [RulePlace] {
        entries.filter { $0.release == release || rollout != nil && $0.rollout == rollout }.flatMap { entry in
            entry.state.rules.filter { $0.addedIn == entry.release }.map(\.place)
        }.uniqued
    }

    /// Returns true if a rule that belongs to a stopped or halted rollout was live before the first entry or after one
    /// of the entries; see ``RuleOwner/owns(_:after:)``.
    fileprivate func hasLiveRules(of owner: RuleOwner) -> Bool {
        first.rules.contains { owner.owns($0, after: start - 1) }
            || entries.contains { entry in entry.state.rules.contains { owner.owns($0, after: entry.release) } }
    }
}

extension Rule {
    var place: RulePlace { RulePlace(platform: platform, from: from) }

    /// The contents that the rule serves, each with its first version, in ascending order of versions; neighboring
    /// editions with the same bytes are one content.
    private var contents: [ServedContent] {
        editions.map { ServedContent(from: $0.from, hash: $0.hash) }.reduce(into: []) { contents, next in
            if contents.last?.hash != next.hash { contents.append(next) }
        }
    }

    /// Returns true if both rules serve the same revision to the same versions, whatever their shares and bytes are.
    func servesSameRevision(as other: Rule) -> Bool { range == other.range && revision == other.revision }

    /// Returns true if both rules serve the same revision and bytes to the same versions, whatever their shares are.
    func servesLike(_ other: Rule) -> Bool { servesSameRevision(as: other) && contents == other.contents }

    /// Returns true if this rule, as a step of a rollout, replaces the other one instead of preceding it: it takes all
    /// clients of the other one, and it is for everybody or serves the same revision, as a further step does.
    func replaces(_ other: Rule) -> Bool {
        range.contains(other.range) && percent.tenths >= other.percent.tenths
            && (percent.isEveryone || other.revision == revision)
    }

    /// Returns true if this rule serves the same bytes to all clients of the other rule.
    func includes(_ other: Rule) -> Bool { servesLike(other) && percent.tenths >= other.percent.tenths }

    /// Returns true if both rules serve the same bytes to the same versions and the same share of clients.
    package func isLike(_ other: Rule) -> Bool { servesLike(other) && percent == other.percent }
}

/// The content that a rule serves from a version on.
private struct ServedContent: Equatable {
    let from: ClientVersion
    let hash: String
}

extension FeatureState {
    /// The places of the rules, once each, in the order of the rules.
    var places: [RulePlace] { rules.map(\.place).withoutRepeats }

    /// Returns the rules at a place in their order.
    func rules(at place: RulePlace) -> [Rule] { rules.filter { $0.place == place } }
}
