import DocumentKinds
import JSONText
import PostgreSQL
import SchemaRepository

/// Checks flows and modules against each other. A flow is a document with connections between modules; it names modules
/// that are the documents of other features.
enum ModuleTable {
    /// The maximum number of intervals of versions for which a flow is checked, and the maximum number of flows that a
    /// module is checked against.
    private static let maximum = 50

    /// A disagreement of a flow with a module that it names, and the first client version for which it was found.
    struct Fault {
        let diagnostic: Diagnostic
        let version: ClientVersion
    }

    /// A live flow that disagrees with a module.
    struct BrokenFlow {
        let use: FeatureUse
        let diagnostic: Diagnostic
    }

    /// A revision of a module.
    private struct ModuleRevision {
        let number: Int
        let document: JSONDocument
    }

    /// A rule that serves a revision of a module.
    private struct LiveModule {
        let revision: ModuleRevision
        let interval: VersionInterval
        let percent: RolloutPercent
    }

    /// The modules that a flow names, on one platform.
    private struct Modules {
        /// The rules by the modules' names, in order of precedence.
        var live: [String: [LiveModule]]
        /// The revisions that are used for versions without a rule, by the modules' names.
        var newest: [String: ModuleRevision]

        /// Returns the first version of a range, and the versions in it at which a rule begins or ends; ascending.
        func steps(in range: VersionInterval) -> [ClientVersion] {
            let bounds = live.values.joined().flatMap { [$0.interval.from, $0.interval.until].compactMap(\.self) }
            let inside = bounds.filter { range.from < $0 && range.contains($0) }.sorted()
            return ([range.from] + inside).withoutRepeats
        }

        /// Returns the combinations of revisions of some modules that clients of a version get. Each feature has its
        /// own order of clients for rollouts, so a client may get any revision of one module with any revision of
        /// another module.
        func combinations(of names: [String], at version: ClientVersion) -> [[String: ModuleRevision]] {
            names.reduce([[:]]) { combinations, name in
                let revisions = revisions(of: name, at: version)
                guard !revisions.isEmpty else { return combinations }
                return combinations.flatMap { combination in
                    revisions.map { revision in combination.merging([name: revision]) { $1 } }
                }
            }
        }

        /// Returns the revisions of a module that clients of a version get, or the one in `newest` if they get none.
        private func revisions(of name: String, at version: ClientVersion) -> [ModuleRevision] {
            var found: [ModuleRevision] = []
            var reached = 0
            for rule in live[name] ?? [] where rule.interval.contains(version) {
                // Test devices get the revision of a rule for 0 %.
                if rule.percent.tenths > reached || rule.percent.tenths == 0 { found.append(rule.revision) }
                reached = max(reached, rule.percent.tenths)
                if rule.percent.isEveryone { break }
            }
            return found.isEmpty ? newest[name].map { [$0] } ?? [] : found
        }
    }

    /// Returns the disagreements of a flow with the modules that clients of a range get, in each combination of the
    /// modules' revisions. For versions that do not get a module, its newest revision is used. `companions` are rules
    /// that become live together with the flow; `live` are the rules before.
    static func faults(
        of flow: JSONDocument, on platform: String, in range: VersionInterval, live: LiveRules,
        beside companions: [CompanionRule], work: WorkBudget, _ connection: Connection
    ) throws -> [Fault] {
        let names = FlowContracts.modules(namedBy: flow).filter(FeatureName.isValid).sorted()
        guard !names.isEmpty else { return [] }
        let modules = Modules(
            live: try modules(named: names, on: platform, live, beside: companions, connection),
            newest: try newest(named: names, live, on: connection))
        return faults(of: flow, FlowContracts.modulesOfConnections(of: flow), modules, in: range, work: work)
    }

    /// Returns the disagreements of a flow with its modules. Each group has the names of the modules of one connection,
    /// whose revisions are checked in all combinations.
    private static func faults(
        of flow: JSONDocument, _ groups: [[String]], _ modules: Modules, in range: VersionInterval, work: WorkBudget
    ) -> [Fault] {
        var faults: [Fault] = []
        var seen: Set<Diagnostic> = []
        var checked: Set<[String: Int]> = []
        for version in modules.steps(in: range).prefix(maximum) {
            for combination in groups.flatMap({ modules.combinations(of: $0, at: version) })
            where checked.insert(combination.mapValues(\.number)).inserted {
                let documents = combination.mapValues(\.document)
                for diagnostic in FlowContracts.diagnostics(of: flow, with: documents, work: work)
                where isRefused(diagnostic) && seen.insert(diagnostic).inserted {
                    faults.append(Fault(diagnostic: diagnostic, version: version))
                }
            }
        }
        return faults
    }

    /// Returns the disagreements of a flow with the newest revisions of the modules that it names.
    static func faults(of flow: JSONDocument, work: WorkBudget, _ connection: Connection) throws -> [Diagnostic] {
        let names = FlowContracts.modules(namedBy: flow).filter(FeatureName.isValid).sorted()
        guard !names.isEmpty else { return [] }
        let modules = try newest(named: names, .now, on: connection).mapValues(\.document)
        return FlowContracts.diagnostics(of: flow, with: modules, work: work).filter(isRefused)
    }

    /// Returns the live flows of a platform that would disagree with `module`, or with a combination of `module` and
    /// another live module, if clients of a range that get the flow got `module`. `companions` are rules that become
    /// live together with `module`; `live` are the rules before.
    static func brokenFlows(
        by module: JSONDocument, named name: String, on platform: String, in range: VersionInterval,
        live rules: LiveRules, beside companions: [CompanionRule], work: WorkBudget, _ connection: Connection
    ) throws -> [BrokenFlow] {
        let own = try Set(FeatureStore.names(of: name, on: connection) + [name])
        let uses = try ReferenceIndex.uses(of: name, liveOn: platform, live: rules, limit: maximum, on: connection)
        let served = try rules.served(
            ofFeatures: Set(uses.map(\.feature)).sorted(), on: platform, beside: companions, connection)
        return try uses.flatMap { use in
            guard let flow = try document(of: use, on: connection) else { return [BrokenFlow]() }
            let groups = FlowContracts.modulesOfConnections(of: flow).filter { !own.isDisjoint(with: $0) }
            guard !groups.isEmpty else { return [] }
            let others = Set(groups.joined()).subtracting(own).filter(FeatureName.isValid).sorted()
            let live = try modules(named: others, on: platform, rules, beside: companions, connection)
            let revision = ModuleRevision(number: 0, document: module)
            let changed = Modules(live: live, newest: Dictionary(own.map { ($0, revision) }) { first, _ in first })
            // Faults that the flow has with the other modules alone are not reported.
            let present = Modules(live: live, newest: [:])
            let answered = served[use.feature]?.filter { $0.revision == use.revision } ?? []
            let both = VersionSet(answered.flatMap(\.versions.intervals)).intersection(VersionSet([range])).intervals
            var seen = Set(
                both.flatMap { faults(of: flow, groups, present, in: $0, work: work).map(\.diagnostic) })
            return both.flatMap { faults(of: flow, groups, changed, in: $0, work: work).map(\.diagnostic) }
                .filter { seen.insert($0).inserted }.map { BrokenFlow(use: use, diagnostic: $0) }
        }
    }

    /// Returns true for errors, and for the warning that an event of the flow may lack data that the module requires.
    private static func isRefused(_ diagnostic: Diagnostic) -> Bool {
        diagnostic.severity == .error || diagnostic.code == "document.optionalSource"
    }

    /// Returns the live rules by the modules' names, in order of precedence, with `companions` added.
    private static func modules(
        named names: [String], on platform: String, _ rules: LiveRules, beside companions: [CompanionRule],
        _ connection: Connection
    ) throws -> [String: [LiveModule]] {
        guard !names.isEmpty else { return [:] }
        var live = try modules(named: names, on: platform, rules, connection)
        // Companions have their present names; a flow may contain former ones.
        let current = try FeatureStore.currentNames(of: names, on: connection)
        let wanted = names.flatMap { name in
            companions.filter { $0.feature == current[name] ?? name }.map { (name: name, companion: $0) }
        }
        for (name, companion) in wanted {
            guard let document = try document(of: companion, on: connection) else { continue }
            // Like a new rule, the companion replaces the rules that start at the same version, unless it is a step of
            // a rollout: then it precedes them.
            let others = live[name, default: []].filter {
                companion.keepsOthers || $0.interval.from != companion.range.from
            }
            let rule = LiveModule(
                revision: ModuleRevision(number: companion.revision, document: document), interval: companion.range,
                percent: companion.percent)
            // The sort is stable, and the highest start comes first.
            live[name] = ([rule] + others).sorted { $0.interval.from > $1.interval.from }
        }
        return live
    }

    /// Returns the live rules by the modules' names, in order of precedence.
    private static func modules(
        named names: [String], on platform: String, _ rules: LiveRules, _ connection: Connection
    ) throws -> [String: [LiveModule]] {
        let rows = try connection.query(
            """
            SELECT named.name, from_version, until_version, (percent * 10)::integer AS percent_tenths,
                revision.number AS revision, bytes
            FROM \(rules.names) AS named
            JOIN LATERAL (\(rules.rules(of: "named.feature_id"))) AS rule ON platform = \(platform) AND NOT is_off
            JOIN revision ON revision.feature_id = named.feature_id AND revision.number = rule.revision
            JOIN content ON content.hash = content_hash
            WHERE named.name = ANY (\(names))
            ORDER BY named.name, from_key DESC, rank
            """)
        var live: [String: [LiveModule]] = [:]
        for row in rows {
            guard let document = try document(row) else { continue }
            let until = try row["until_version", as: String?.self].map { try ClientVersion($0) }
            let from = try ClientVersion(row["from_version", as: String.self])
            live[try row["name", as: String.self], default: []].append(
                LiveModule(
                    revision: ModuleRevision(number: try row["revision", as: Int.self], document: document),
                    interval: VersionInterval(from: from, until: until),
                    percent: RolloutPercent(tenths: try row["percent_tenths", as: Int.self])))
        }
        return live
    }

    private static func newest(
        named names: [String], _ rules: LiveRules, on connection: Connection
    ) throws -> [String: ModuleRevision] {
        let rows = try connection.query(
            """
            SELECT DISTINCT ON (named.name) named.name, number, bytes FROM \(rules.names) AS named
            JOIN feature ON feature.id = named.feature_id
            JOIN revision ON revision.feature_id = feature.id
            JOIN content ON content.hash = content_hash
            WHERE named.name = ANY (\(names))
            ORDER BY named.name, number DESC
            """)
        var newest: [String: ModuleRevision] = [:]
        for row in rows {
            guard let document = try document(row) else { continue }
            newest[try row["name", as: String.self]] = ModuleRevision(
                number: try row["number", as: Int.self], document: document)
        }
        return newest
    }

    private static func document(of use: FeatureUse, on connection: Connection) throws -> JSONDocument? {
        try document(of: use.feature, use.revision, on: connection)
    }

    private static func document(of companion: CompanionRule, on connection: Connection) throws -> JSONDocument? {
        try document(of: companion.feature, companion.revision, on: connection)
    }

    private static func document(
        of feature: String, _ revision: Int, on connection: Connection
    ) throws -> JSONDocument? {
        let rows = try connection.query(
            """
            SELECT bytes FROM feature
            JOIN revision ON revision.feature_id = feature.id AND number = \(revision)
            JOIN content ON content.hash = content_hash
            WHERE name = \(feature)
            """)
        return try rows.map(document).first ?? nil
    }

    private static func document(_ row: Row) throws -> JSONDocument? {
        try? JSONDocument(parsing: try row["bytes", as: [UInt8].self], limits: .console)
    }
}
