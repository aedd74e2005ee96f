import PostgreSQL
import SchemaRepository

extension ReleaseStore {
    /// Serves revisions to ranges of client versions in one release: adds each rule, or replaces the rules that start
    /// at the same version on the same platform, and keeps the others. If the feature is switched off on the platform
    /// of a rule, switches it on there.
    package func publish(_ request: PublishRequest, by actor: Actor) throws -> ReleaseOutcome {
        try publish(request, by: actor, as: ReleaseOutcome.self)
    }

    /// Returns the release that ``publish(_:by:)`` would create.
    package func planPublish(_ request: PublishRequest, by actor: Actor) throws -> PlanOutcome {
        try publish(request, by: actor, as: PlanOutcome.self)
    }

    /// Publishes rules, or plans that release, with the hooks of `context` in its transaction. `known` are releases
    /// after the expected one that do not make the request stale.
    func publish<Outcome: AttemptOutcome>(
        _ given: PublishRequest, by actor: Actor, context: ReleaseContext = ReleaseContext(), known: Set<Int> = [],
        as _: Outcome.Type
    ) throws -> Outcome {
        var request = given
        let attempt = Self.attempt(given, by: actor, context: context)
        let current = try pool.withConnection {
            try FeatureStore.currentNames(of: given.rules.map(\.feature), on: $0)
        }
        for place in request.rules.indices {
            request.rules[place].feature = current[request.rules[place].feature] ?? request.rules[place].feature
        }
        let faults = Self.faults(of: request.rules)
        guard faults.isEmpty else { return .refused(.rejected(faults)) }
        let expected = request.rules.reduce(into: [String: [ExpectedRelease]]()) { expected, rule in
            guard let release = rule.expectedRelease ?? request.expectedRelease else { return }
            expected[rule.feature, default: []].append(
                ExpectedRelease(release: release, clients: rule.clients, known: known))
        }
        return try make(attempt, of: request.features, expecting: expected) {
            [request] before, connection, gates in
            var change = try self.change(request, before, gates, isPlan: Outcome.isPlan, on: connection)
            let own = request.rules.filter { $0.feature == before.feature.name }
            let reasons = try context.problems(before.feature, own, connection)
            // A rule whose rollout is open may also be reported as live already. That problem is removed, because the
            // problem about the open rollout says what to do.
            if !reasons.isEmpty { change.problems.removeAll { $0.code == ReleaseProblem.alreadyLive } }
            change.problems += reasons
            return change
        }
    }

    private static func attempt(
        _ request: PublishRequest, by actor: Actor, context: ReleaseContext
    ) -> ReleaseAttempt {
        var attempt = ReleaseAttempt(
            kind: .publish, expectedRelease: request.expectedRelease, reason: request.reason,
            idempotencyKey: request.idempotencyKey, actor: actor, details: request.details)
        attempt.context = context
        guard let ends = request.ends else { return attempt }
        attempt.context.ends = ends
        attempt.context.finish = { number, connection in
            try context.finish(number, connection)
            _ = try ScheduleTable.store(
                .endRelease(number), at: ends, of: request.features, reason: request.reason, by: actor,
                on: connection)
        }
        return attempt
    }

    /// Returns the change that publishing makes in one feature; does not store the editions for a plan.
    func change(
        _ request: PublishRequest, _ before: FeatureState, _ gates: ReleaseGates, isPlan: Bool,
        on connection: Connection
    ) throws -> FeatureChange {
        let known = try PlatformTable.all(on: connection)
        let own = request.rules.filter { $0.feature == before.feature.name }
        var change = FeatureChange(after: before)
        if let ends = request.ends, try ScheduleStore.hasPassed(ends, on: connection) {
            change.problems.append(
                ReleaseProblem(
                    code: ReleaseProblem.timePassed, message: "The planned end is not in the future.",
                    feature: own.first?.feature))
        }
        for rule in own {
            try serve(
                rule, in: &change, known.map(\.name), gates, beside: request.companions(on: rule.platform),
                keepsOthers: request.plan != nil, isPlan: isPlan, on: connection)
        }
        change.warnings += LostClients.warnings(of: own, before: before, after: change.after)
        for number in Set(own.map(\.revision)).sorted() {
            guard let revision = try RevisionStore.revision(number, of: before.feature, on: connection) else {
                continue
            }
            let approvals = try ApprovalGate(
                revision, of: before.feature, breakGlass: request.breakGlass, reason: request.reason,
                isPlan: isPlan, on: connection)
            change.problems += approvals.problems
            change.warnings += approvals.warnings
            change.shortfall = change.shortfall ?? approvals.shortfall
        }
        guard change.problems.isEmpty else { return change }
        if request.reason.isEmpty { change.warnings += try Self.skippedSteps(request, before, on: connection) }
        let resumptions = Self.resumptions(before: before, after: change.after, own, platforms: known)
        change.warnings = resumptions + change.warnings
        return change
    }

    /// Returns a warning for each rule that gives another revision to all its clients at once, without a rollout plan,
    /// if its clients have recently fetched another revision.
    private static func skippedSteps(
        _ request: PublishRequest, _ before: FeatureState, on connection: Connection
    ) throws -> [ReleaseProblem] {
        guard request.plan == nil, !before.rules.isEmpty else { return [] }
        var own = request
        own.rules.removeAll { $0.feature != before.feature.name }
        let counts = try ReadStatisticStore.counts(
            of: before.feature.name, days: ReadStatisticStore.recentDays, on: connection)
        let live = before.rules.answering(except: before.switchedOff)
        return own.skippingSteps(over: live, readBy: counts).map { rule in
            ReleaseProblem(
                code: ReleaseProblem.skipsSteps,
                message: """
                    Clients on \(PlatformTitle.of(rule.platform)) get another revision, all at once. Follow a rollout plan, or give a reason.
                    """, feature: rule.feature, version: rule.from.text)
        }
    }

    /// Adds a requested rule to a change, or the problems that prevent it. `companions` are all rules of the publish
    /// request on the rule's platform.
    private func serve(
        _ request: RuleRequest, in change: inout FeatureChange, _ platforms: [String], _ gates: ReleaseGates,
        beside companions: [CompanionRule], keepsOthers: Bool, isPlan: Bool, on connection: Connection
    ) throws {
        let feature = change.after.feature
        change.problems += Self.problems(of: request, platforms: platforms)
        guard let revision = try RevisionStore.revision(request.revision, of: feature, on: connection) else {
            change.problems.append(
                ReleaseProblem(
                    code: "unknown-revision",
                    message: "There is no revision \(request.revision) of \(request.feature).",
                    feature: request.feature))
            return
        }
        guard platforms.contains(request.platform), !request.range.isEmpty else { return }
        let examined = try gates.examine(
            revision, of: feature, on: request.platform, in: request.range,
            beside: companions, connection: connection)
        change.problems += examined.problems
        change.warnings += examined.warnings
        change.proofs += examined.proofs
        guard change.problems.isEmpty else { return }
        var contents: [String: [UInt8]] = [:]
        let editions = try examined.editions.map { assembled in
            // A plan only needs the hash; for a release, the content is stored too.
            let hash =
                isPlan
                ? ContentStore.hash(of: assembled.bytes) : try ContentStore.store(assembled.bytes, on: connection)
            contents[hash] = assembled.bytes
            return Edition(
                from: assembled.interval.from, until: assembled.interval.until, hash: hash,
                size: assembled.bytes.count, schemaRelease: gates.schemaRelease.number, release: 0)
        }
        let rule = Rule(
            platform: request.platform, from: request.from, until: request.until, percent: request.percent,
            revision: request.revision, editions: editions)
        if keepsOthers, let live = change.after.rules(at: rule.place).first(where: { $0.includes(rule) }) {
            change.problems.append(Self.alreadyLive(live, of: feature))
            return
        }
        change.contents.merge(contents) { known, _ in known }
        if keepsOthers {
            let full = Rule(
                platform: rule.platform, from: rule.from, until: rule.until, percent: .everyone,
                revision: rule.revision, editions: editions)
            var last = change.last ?? change.after
            last.rules = Self.table(last.rules, with: full, keepsOthers: true, platforms: platforms)
            last.switchedOff.removeAll { $0 == request.platform }
            change.last = last
        }
        change.after.rules = Self.table(
            change.after.rules, with: rule, keepsOthers: keepsOthers, platforms: platforms)
        change.after.switchedOff.removeAll { $0 == request.platform }
    }

    /// Returns the problem that a live rule already serves the bytes of a rollout's step to at least the step's share.
    private static func alreadyLive(_ live: Rule, of feature: Feature) -> ReleaseProblem {
        let place = "Revision \(live.revision) is live from \(live.from) on \(PlatformTitle.of(live.platform))"
        return ReleaseProblem(
            code: ReleaseProblem.alreadyLive,
            message: live.percent.isEveryone
                ? "\(place) for all clients already; there is nothing to roll out."
                : "\(place) for \(live.percent) % of the clients already. "
                    + "Use a plan that begins with a larger share, or publish without a plan.",
            feature: feature.name, version: live.from.text)
    }

    /// Removes the rules that start at a version, or only those that also serve a certain revision. The next rules in
    /// order of precedence then apply instead.
    ///
    /// Unless the platform is switched off, the rules that apply instead are checked, but the findings only warn, as in
    /// a rollback.
    package func remove(_ request: RemovalRequest, by actor: Actor) throws -> ReleaseOutcome {
        try remove(request, by: actor, as: ReleaseOutcome.self)
    }

    /// Returns the release that ``remove(_:by:)`` would create.
    package func planRemoval(_ request: RemovalRequest, by actor: Actor) throws -> PlanOutcome {
        try remove(request, by: actor, as: PlanOutcome.self)
    }

    private func remove<Outcome: AttemptOutcome>(
        _ request: RemovalRequest, by actor: Actor, as _: Outcome.Type
    ) throws -> Outcome {
        let attempt = ReleaseAttempt(
            kind: .removal, expectedRelease: request.expectedRelease, reason: request.reason,
            idempotencyKey: request.idempotencyKey, actor: actor,
            details: [request.feature, request.platform, request.from.text]
                + (request.revision.map { ["revision \($0)"] } ?? []))
        let clients = ExpectedRelease.Clients(
            platform: request.platform, range: VersionInterval(from: request.from, until: nil))
        return try make(attempt, of: request.feature, for: clients) { before, connection, gates in
            func isRemoved(_ rule: Rule) -> Bool {
                rule.platform == request.platform && rule.from == request.from
                    && request.revision.map { $0 == rule.revision } ?? true
            }
            var change = FeatureChange(after: before)
            change.after.rules.removeAll(where: isRemoved)
            if change.after.rules.count == before.rules.count {
                change.problems.append(Self.unknownRule(request, before))
            } else if !before.switchedOff.contains(request.platform) {
                change.warnings += CoverageLoss.warnings(before: before, after: change.after)
                let table = RuleTable(before.rules, platform: request.platform)
                for (rule, range) in table.successors(ofRules: isRemoved) {
                    change.warnings += try Self.warnings(
                        of: rule, in: range, before.feature, gates, on: connection)
                }
            }
            return change
        }
    }

    /// Returns the problem that no rule of a feature matches a removal, with the rules that the person may have meant.
    private static func unknownRule(_ request: RemovalRequest, _ before: FeatureState) -> ReleaseProblem {
        let own = before.rules.filter { $0.platform == request.platform }
        let revisions = own.filter { $0.from == request.from }.map { "\($0.revision)" }
        let starts = own.map(\.from.text).withoutRepeats
        let known =
            if !revisions.isEmpty {
                revisions.count == 1
                    ? "the rule that starts there serves revision \(revisions[0])"
                    : "the rules that start there serve revisions \(revisions.joined(separator: ", "))"
            } else if starts.isEmpty {
                "it has no rules on this platform"
            } else {
                "its rules start at \(starts.joined(separator: ", "))"
            }
        let revision = revisions.isEmpty ? "" : request.revision.map { " of revision \($0)" } ?? ""
        return ReleaseProblem(
            code: "unknown-rule",
            message: """
                \(request.feature) has no rule\(revision) that starts at \(request.from) on \
                \(PlatformTitle.of(request.platform)); \(known).
                """, feature: request.feature, version: request.from.text)
    }

    /// Returns the problems of the list of rules: it is empty or too long, or two rules of a feature start at the same
    /// version on the same platform.
    private static func faults(of rules: [RuleRequest]) -> [ReleaseProblem] {
        guard !rules.isEmpty else { return [ReleaseProblem(code: "no-rules", message: "There is no rule to publish.")] }
        guard rules.count <= PublishRequest.maximumRules else {
            return [
                ReleaseProblem(
                    code: "too-many-rules", message: "A release has at most \(PublishRequest.maximumRules) new rules.")
            ]
        }
        var places: [String: Set<RulePlace>] = [:]
        return rules.filter { !places[$0.feature, default: []].insert($0.place).inserted }.map { rule in
            ReleaseProblem(
                code: "repeated-rule",
                message: "Two rules of \(rule.feature) start at \(rule.from) on \(PlatformTitle.of(rule.platform)).",
                feature: rule.feature, version: rule.from.text)
        }
    }

    private static func problems(of request: RuleRequest, platforms: [String]) -> [ReleaseProblem] {
        var problems: [ReleaseProblem] = []
        if !platforms.contains(request.platform) {
            problems.append(
                ReleaseProblem(
                    code: "unknown-platform",
                    message: "There is no platform “\(request.platform)”; "
                        + "there are \(platforms.joined(separator: ", ")).", feature: request.feature))
        }
        if let until = request.until, until <= request.from {
            problems.append(
                ReleaseProblem(
                    code: "empty-range",
                    message: "The range is empty: it starts at \(request.from), but ends before \(until).",
                    feature: request.feature, version: request.from.text))
        }
        if !request.percent.isPossible {
            problems.append(
                ReleaseProblem(
                    code: "invalid-percent", message: "The share of clients must be 0 to 100 %.",
                    feature: request.feature))
        }
        return problems
    }

    /// Returns the rules with one rule added, in the order of the platforms. The added rule replaces the rules at its
    /// place. If `keepsOthers` is true, those rules stay with lower precedence instead, except those that the added
    /// rule replaces as a step of a rollout (`Rule.replaces`).
    private static func table(
        _ rules: [Rule], with rule: Rule, keepsOthers: Bool, platforms: [String]
    ) -> [Rule] {
        let others = rules.filter { other in
            guard other.place == rule.place else { return true }
            return keepsOthers && !rule.replaces(other)
        }
        return platforms.flatMap { platform in RuleTable([rule] + others, platform: platform).rules }
    }

    /// Returns the warnings that platforms switch back on with rules that the request does not name.
    private static func resumptions(
        before: FeatureState, after: FeatureState, _ requests: [RuleRequest], platforms: [Platform]
    ) -> [ReleaseProblem] {
        platforms.filter { platform in
            before.switchedOff.contains(platform.name) && requests.contains { $0.platform == platform.name }
        }.compactMap { platform in
            // A step of a rollout keeps other rules that start at the same version, so the place alone does not show
            // that a rule was requested.
            let others = after.rules.filter { rule in
                rule.platform == platform.name
                    && !requests.contains {
                        $0.place == rule.place && $0.range == rule.range && $0.revision == rule.revision
                    }
            }
            return others.isEmpty ? nil : resumption(of: before.feature.name, on: platform, others)
        }
    }
}
