import DocumentKinds
import JSONText
import PostgreSQL
import SchemaRepository

/// Checks flows and the modules that other features define against each other.
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

    private struct LiveModule {
        let interval: VersionInterval
        let document: JSONDocument
    }

    /// Returns the disagreements of a flow with the modules that clients of a range get. For versions that do not get a
    /// module, its newest revision is used. `companions` are rules that become live together with the flow.
    static func faults(
        of flow: JSONDocument, on platform: String, in range: VersionInterval, beside companions: [CompanionRule],
        work: WorkBudget, _ connection: Connection
    ) throws -> [Fault] {
        let names = FlowContracts.modules(namedBy: flow).filter(FeatureName.isValid).sorted()
        guard !names.isEmpty else { return [] }
        let newest = try newest(named: names, on: connection)
        var live = try live(named: names, on: platform, connection)
        for companion in companions where names.contains(companion.feature) {
            guard let document = try document(of: companion, on: connection) else { continue }
            // Like a new rule, the companion replaces the rules that start at the same version; the highest start comes
            // first.
            var modules = live[companion.feature, default: []].filter { $0.interval.from != companion.range.from }
            modules.append(LiveModule(interval: companion.range, document: document))
            live[companion.feature] = modules.sorted { $0.interval.from > $1.interval.from }
        }
        var faults: [Fault] = []
        var seen: Set<Diagnostic> = []
        for version in steps(of: live.values.flatMap { $0.map(\.interval) }, in: range).prefix(maximum) {
            var modules = newest
            for (name, rules) in live {
                if let rule = rules.first(where: { $0.interval.contains(version) }) { modules[name] = rule.document }
            }
            for diagnostic in FlowContracts.diagnostics(of: flow, with: modules, work: work)
            where isRefused(diagnostic) && seen.insert(diagnostic).inserted {
                faults.append(Fault(diagnostic: diagnostic, version: version))
            }
        }
        return faults
    }

    /// Returns the disagreements of a flow with the newest revisions of the modules that it names.
    static func faults(of flow: JSONDocument, work: WorkBudget, _ connection: Connection) throws -> [Diagnostic] {
        let names = FlowContracts.modules(namedBy: flow).filter(FeatureName.isValid).sorted()
        guard !names.isEmpty else { return [] }
        let modules = try newest(named: names, on: connection)
        return FlowContracts.diagnostics(of: flow, with: modules, work: work).filter(isRefused)
    }

    /// Returns the live flows of a platform that would disagree with a module if it had this document.
    static func brokenFlows(
        by module: JSONDocument, named name: String, on platform: String, work: WorkBudget, _ connection: Connection
    ) throws -> [BrokenFlow] {
        let names = try Set(FeatureStore.names(of: name, on: connection) + [name])
        return try ReferenceIndex.uses(of: name, liveOn: platform, limit: maximum, on: connection).flatMap { use in
            guard let flow = try document(of: use, on: connection) else { return [BrokenFlow]() }
            let named = names.intersection(FlowContracts.modules(namedBy: flow))
            guard !named.isEmpty else { return [] }
            let modules = Dictionary(named.map { ($0, module) }, uniquingKeysWith: { first, _ in first })
            return FlowContracts.diagnostics(of: flow, with: modules, work: work).filter(isRefused).map {
                BrokenFlow(use: use, diagnostic: $0)
            }
        }
    }

    /// Returns true for errors, and for the warning that an event of the flow may lack data that the module requires.
    private static func isRefused(_ diagnostic: Diagnostic) -> Bool {
        diagnostic.severity == .error || diagnostic.code == "document.optionalSource"
    }

    private static func steps(of intervals: [VersionInterval], in range: VersionInterval) -> [ClientVersion] {
        let bounds = intervals.flatMap { [$0.from, $0.until].compactMap(\.self) }
        let inside = bounds.filter { range.from < $0 && range.contains($0) }.sorted()
        return ([range.from] + inside).withoutRepeats
    }

    /// Returns the live documents by the modules' names, those with the highest start first.
    private static func live(
        named names: [String], on platform: String, _ connection: Connection
    ) throws -> [String: [LiveModule]] {
        let rows = try connection.query(
            """
            SELECT named.name, from_version, until_version, bytes FROM answering_name AS named
            JOIN feature ON feature.id = named.feature_id
            JOIN release_item ON release_item.feature_id = feature.id AND release_item.release = live_release
            JOIN rule ON rule.feature_id = feature.id AND rule.release = live_release
            JOIN revision ON revision.feature_id = feature.id AND revision.number = rule.revision
            JOIN content ON content.hash = content_hash
            WHERE named.name = ANY (\(names)) AND platform = \(platform) AND platform <> ALL (switched_off)
            ORDER BY named.name, from_key DESC, rank
            """)
        var live: [String: [LiveModule]] = [:]
        for row in rows {
            guard let document = try document(row) else { continue }
            let until = try row["until_version", as: String?.self].map { try ClientVersion($0) }
            let from = try ClientVersion(row["from_version", as: String.self])
            live[try row["name", as: String.self], default: []].append(
                LiveModule(interval: VersionInterval(from: from, until: until), document: document))
        }
        return live
    }

    private static func newest(named names: [String], on connection: Connection) throws -> [String: JSONDocument] {
        let rows = try connection.query(
            """
            SELECT DISTINCT ON (named.name) named.name, bytes FROM answering_name AS named
            JOIN feature ON feature.id = named.feature_id
            JOIN revision ON revision.feature_id = feature.id
            JOIN content ON content.hash = content_hash
            WHERE named.name = ANY (\(names))
            ORDER BY named.name, number DESC
            """)
        var newest: [String: JSONDocument] = [:]
        for row in rows { newest[try row["name", as: String.self]] = try document(row) }
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
