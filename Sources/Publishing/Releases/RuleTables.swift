import PostgreSQL
import SchemaRepository

/// Reads and writes the stored rule tables.
enum RuleTables {
    /// The maximum number of rules or editions that one statement writes.
    private static let batch = 1_000

    /// An edition with the rule that it is part of.
    private struct RankedEdition {
        let ranked: RankedRule
        let edition: Edition

        init(of ranked: RankedRule, _ edition: Edition) { (self.ranked, self.edition) = (ranked, edition) }
    }

    /// Returns the live rules by feature id, in the platforms' order, highest version first.
    static func live(of features: [Int], on connection: Connection) throws -> [Int: [Rule]] {
        // Sizes and positions are subqueries: PostgreSQL takes longer to plan a join of all tables than to read the
        // rows.
        let served: SQL = """
            SELECT rule.release, rule.feature_id, rule.platform, rule.from_version, rule.from_key, rule.rank,
                rule.until_version, (rule.percent * 10)::integer AS percent_tenths, rule.revision,
                (SELECT position FROM platform WHERE platform.name = rule.platform) AS position,
                edition.from_version AS edition_from_version, edition.from_key AS edition_from_key,
                edition.until_version AS edition_until_version, encode(content_hash, 'hex') AS edition_hash,
                (SELECT octet_length(bytes) FROM content WHERE hash = content_hash) AS edition_size, schema_release,
                live_since, coalesce(rule.added_in, rule.release) AS added_in
            FROM feature
            JOIN rule ON rule.release = live_release AND rule.feature_id = feature.id
            JOIN edition ON edition.release = rule.release AND edition.feature_id = rule.feature_id
                AND edition.platform = rule.platform AND rule_from_key = rule.from_key AND rule_rank = rule.rank
            WHERE feature.id = ANY (\(features))
            """
        return try byFeature("(\(served)) AS served_rule", on: connection)
    }

    /// Returns the live rules of the features whose live release is newer than a number, in the same form as
    /// `live(of:on:)`.
    static func live(after release: Int, on connection: Connection) throws -> [Int: [Rule]] {
        let served: SQL = """
            served_rule JOIN feature ON feature.id = feature_id AND live_release = release
            WHERE feature.live_release > \(release)
            """
        return try byFeature(served, on: connection)
    }

    /// Returns one feature's rules in a release that contains it.
    static func rules(of feature: Int, at release: Int, on connection: Connection) throws -> [Rule] {
        try tables("served_rule WHERE feature_id = \(feature) AND release = \(release)", on: connection)[release]?[
            feature] ?? []
    }

    /// Returns one feature's rules in some of its releases, by release number.
    static func rules(of feature: Int, at releases: [Int], on connection: Connection) throws -> [Int: [Rule]] {
        try tables("served_rule WHERE feature_id = \(feature) AND release = ANY (\(releases))", on: connection)
            .compactMapValues { $0[feature] }
    }

    /// Returns the rules of features by feature id, each after the release at the same position of `releases`, with one
    /// query.
    static func rules(of features: [Int], at releases: [Int], on connection: Connection) throws -> [Int: [Rule]] {
        let served: SQL = """
            served_rule JOIN unnest(\(features), \(releases)) AS wanted (wanted_feature, wanted_release)
                ON feature_id = wanted_feature AND release = wanted_release
            """
        return try byFeature(served, on: connection)
    }

    /// Returns the rules of every feature in each release, by release and feature id.
    static func rules(in releases: [Int], on connection: Connection) throws -> [Int: [Int: [Rule]]] {
        try tables("served_rule WHERE release = ANY (\(releases))", on: connection)
    }

    /// Writes the rules of one or more features in a release, and their editions, whose contents must be stored
    /// already.
    static func store(_ rules: [RankedRule], in release: Int, on connection: Connection) throws {
        // An array of byte strings that contains NULL cannot be bound, so a missing sort key is sent as an empty one.
        for part in rules.batches(of: batch) {
            try connection.execute(
                """
                INSERT INTO rule (release, feature_id, platform, from_version, from_key, until_version, until_key,
                    percent, revision, rank, added_in)
                SELECT \(release), feature_id, platform, from_version, from_key, until_version,
                    CASE WHEN until_version IS NOT NULL THEN until_key END, tenths / 10.0, revision, rank::smallint,
                    added_in
                FROM unnest(\(part.map(\.feature)), \(part.map(\.rule.platform)), \(part.map(\.rule.from.text)),
                    \(part.map(\.rule.from.sortKey)), \(part.map { $0.rule.until?.text }),
                    \(part.map { $0.rule.until?.sortKey ?? [] }), \(part.map(\.rule.percent.tenths)),
                    \(part.map(\.rule.revision)), \(part.map(\.rank)), \(part.map(\.rule.addedIn)))
                    AS part (feature_id, platform, from_version, from_key, until_version, until_key, tenths, revision,
                        rank, added_in)
                """)
        }
        let editions = rules.flatMap { rule in rule.rule.editions.map { RankedEdition(of: rule, $0) } }
        for part in editions.batches(of: batch) {
            try connection.execute(
                """
                INSERT INTO edition (release, feature_id, platform, rule_from_key, from_version, from_key,
                    until_version, until_key, content_hash, schema_release, live_since, rule_rank)
                SELECT \(release), feature_id, platform, rule_from_key, from_version, from_key, until_version,
                    CASE WHEN until_version IS NOT NULL THEN until_key END, decode(hash, 'hex'), schema_release,
                    live_since, rule_rank::smallint
                FROM unnest(\(part.map(\.ranked.feature)), \(part.map(\.ranked.rule.platform)),
                    \(part.map(\.ranked.rule.from.sortKey)), \(part.map(\.edition.from.text)),
                    \(part.map(\.edition.from.sortKey)), \(part.map { $0.edition.until?.text }),
                    \(part.map { $0.edition.until?.sortKey ?? [] }), \(part.map(\.edition.hash)),
                    \(part.map(\.edition.schemaRelease)), \(part.map(\.edition.release)), \(part.map(\.ranked.rank)))
                    AS part (feature_id, platform, rule_from_key, from_version, from_key, until_version, until_key,
                        hash, schema_release, live_since, rule_rank)
                """)
        }
    }

    /// Returns the rules by feature id. `source` contains only one release of each feature.
    private static func byFeature(_ source: SQL, on connection: Connection) throws -> [Int: [Rule]] {
        try tables(source, on: connection).values.reduce(into: [:]) { rules, features in
            rules.merge(features) { first, _ in first }
        }
    }

    /// Returns the rules by release and feature id.
    private static func tables(_ source: SQL, on connection: Connection) throws -> [Int: [Int: [Rule]]] {
        let rows = try connection.query(
            """
            SELECT served_rule.* FROM \(source)
            ORDER BY release, feature_id, position, from_key DESC, rank, edition_from_key
            """)
        var tables: [Int: [Int: [Rule]]] = [:]
        for row in rows {
            let release = try row["release", as: Int.self]
            let feature = try row["feature_id", as: Int.self]
            let isFirst = try row["edition_from_key", as: [UInt8].self] == row["from_key", as: [UInt8].self]
            append(try rule(row), isFirst: isFirst, to: &tables[release, default: [:]][feature, default: []])
        }
        return tables
    }

    /// Appends a rule read from a row, which has one edition; consecutive rows of one rule are merged. `isFirst`: True
    /// for the rule's first edition.
    private static func append(_ rule: Rule, isFirst: Bool, to rules: inout [Rule]) {
        guard !isFirst, let last = rules.last else { return rules.append(rule) }
        rules[rules.count - 1] = Rule(
            platform: last.platform, from: last.from, until: last.until, percent: last.percent,
            revision: last.revision, editions: last.editions + rule.editions, addedIn: last.addedIn)
    }

    private static func rule(_ row: Row) throws -> Rule {
        let edition = Edition(
            from: try ClientVersion(row["edition_from_version", as: String.self]),
            until: try row["edition_until_version", as: String?.self].map { try ClientVersion($0) },
            hash: try row["edition_hash", as: String.self], size: try row["edition_size", as: Int.self],
            schemaRelease: try row["schema_release", as: Int.self], release: try row["live_since", as: Int.self])
        return Rule(
            platform: try row["platform", as: String.self],
            from: try ClientVersion(row["from_version", as: String.self]),
            until: try row["until_version", as: String?.self].map { try ClientVersion($0) },
            percent: RolloutPercent(tenths: try row["percent_tenths", as: Int.self]),
            revision: try row["revision", as: Int.self],
            editions: [edition], addedIn: try row["added_in", as: Int.self])
    }
}
