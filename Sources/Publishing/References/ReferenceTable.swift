import JSONText
import PostgreSQL
import SchemaRepository

/// Looks up the features and option lists that documents refer to.
enum ReferenceTable {
    /// The maximum number of existing names that an unknown one is compared with.
    private static let candidates = 500

    /// A feature that a document refers to.
    private struct NamedFeature {
        let kind: String
        /// The client versions for which the feature has a live rule, by platform.
        var live: [String: [VersionInterval]]
    }

    /// Returns the references whose target does not exist or does not fit, in the given order. If a platform is given,
    /// also returns the references to features that some client versions in the range do not get on that platform,
    /// according to `live`.
    static func faults(
        of references: [DocumentReference], by repository: SchemaRepository, liveOn platform: String? = nil,
        in range: VersionInterval = .all, live: LiveRules = .now, on connection: Connection
    ) throws -> [ReferenceFault] {
        guard !references.isEmpty else { return [] }
        let features = try features(named: names(references) { $0 != .optionList }, live, on: connection)
        let lists = try lists(named: names(references) { $0 == .optionList }, on: connection)
        return try references.compactMap { reference in
            guard reference.target != .optionList else {
                if lists.contains(reference.name) { return nil }
                let names = try candidates(for: reference.name, in: "option_list", on: connection)
                return missing(reference, among: names)
            }
            guard let feature = features[reference.name] else {
                return missing(reference, among: try candidates(for: reference.name, in: "feature", on: connection))
            }
            if let reason = otherKind(reference.target, feature.kind, in: repository) {
                return ReferenceFault(reference: reference, reason: reason)
            }
            guard let platform else { return nil }
            guard let live = feature.live[platform] else {
                return ReferenceFault(reference: reference, reason: .notLive(platform: platform, versions: nil))
            }
            let missing = VersionSet(live).subtracted(from: range)
            guard !missing.isEmpty else { return nil }
            return ReferenceFault(reference: reference, reason: .notLive(platform: platform, versions: missing))
        }
    }

    private static func names(
        _ references: [DocumentReference], where isWanted: (DocumentReference.Target) -> Bool
    ) -> [String] {
        // No feature and no option list has an invalid name, so such names need not be looked up.
        Set(references.filter { isWanted($0.target) }.map(\.name)).filter(FeatureName.isValid).sorted()
    }

    private static func missing(_ reference: DocumentReference, among names: [String]) -> ReferenceFault {
        let meant = Suggestion.nearest(to: reference.name, among: names)
        return ReferenceFault(reference: reference, reason: .missing(meant: meant))
    }

    /// Returns a fault if a feature's document kind has another `x-kind` than the kind that the reference requires; nil
    /// if the `x-kind` is the same.
    private static func otherKind(
        _ target: DocumentReference.Target, _ kind: String, in repository: SchemaRepository
    ) -> ReferenceFault.Reason? {
        guard case .featureHolding(let id) = target, let expected = repository.entity(id),
            let found = repository.kind(named: kind), found.kind != expected.kind
        else { return nil }
        return .otherKind(found.name, expected: expected.name)
    }

    private static func features(
        named names: [String], _ live: LiveRules, on connection: Connection
    ) throws -> [String: NamedFeature] {
        guard !names.isEmpty else { return [:] }
        let rows = try connection.query(
            """
            SELECT named.name, kind, rule.platform, rule.from_version, rule.until_version
            FROM \(live.names) AS named
            JOIN feature ON feature.id = named.feature_id
            LEFT JOIN LATERAL (\(live.rules(of: "feature.id"))) AS rule ON NOT is_off
            WHERE named.name = ANY (\(names))
            """)
        var features: [String: NamedFeature] = [:]
        for row in rows {
            let name = try row["name", as: String.self]
            var feature = try features[name] ?? NamedFeature(kind: row["kind", as: String.self], live: [:])
            if let platform = try row["platform", as: String?.self],
                let from = try row["from_version", as: String?.self]
            {
                let until = try row["until_version", as: String?.self].map { try ClientVersion($0) }
                feature.live[platform, default: []].append(VersionInterval(from: try ClientVersion(from), until: until))
            }
            features[name] = feature
        }
        return features
    }

    private static func lists(named names: [String], on connection: Connection) throws -> Set<String> {
        guard !names.isEmpty else { return [] }
        return Set(
            try connection.query("SELECT name FROM option_list WHERE name = ANY (\(names))")
                .map { try $0["name", as: String.self] })
    }

    /// Returns existing names of similar length, those with the same first two characters first.
    private static func candidates(for name: String, in table: SQL, on connection: Connection) throws -> [String] {
        let beginning = String(name.prefix(2)).storable
        let length = name.unicodeScalars.count
        return try connection.query(
            """
            SELECT name FROM \(table) WHERE length(name) BETWEEN \(length - 3) AND \(length + 3)
            ORDER BY starts_with(name, \(beginning)) DESC, name LIMIT \(candidates)
            """
        ).map { try $0["name", as: String.self] }
    }
}
