import Foundation
import PostgreSQL

extension FeatureStore {
    /// Returns the former names under which clients still get a feature, the newest first.
    package func formerNames(of name: String) throws -> [FormerName] {
        try pool.withConnection { connection in
            try connection.query(
                """
                SELECT name, created_at, answers_until FROM former_name
                WHERE ended_at IS NULL AND feature_id = (\(Self.id(of: name))) ORDER BY created_at DESC, name
                """
            ).map(Self.formerName)
        }
    }

    /// The feature to which a name refers now: its id, its present name, and the former name if that was used.
    package typealias Meaning = (id: Int, current: String, former: FormerName?)

    /// Returns the feature to which a name refers now; nil if there is none.
    package func meaning(of name: String) throws -> Meaning? {
        guard FeatureName.isValid(name) else { return nil }
        return try pool.withConnection { connection in
            try connection.query(
                """
                SELECT feature.id, feature.name AS current, former_name.name, former_name.created_at, answers_until
                FROM answering_name AS named JOIN feature ON feature.id = named.feature_id
                LEFT JOIN former_name ON former_name.name = named.name AND ended_at IS NULL
                WHERE named.name = \(name)
                """
            ).map { row -> Meaning in
                let isFormer = try row["name", as: String?.self] != nil
                return (
                    id: try row["id", as: Int.self], current: try row["current", as: String.self],
                    former: try isFormer ? Self.formerName(row) : nil
                )
            }.first
        }
    }

    /// Returns the present name of the feature to which a former name refers, and the former name with its grace
    /// period; nil if the name is not a former name in its grace period.
    package func renaming(from name: String) throws -> (current: String, former: FormerName)? {
        guard let meaning = try meaning(of: name), let former = meaning.former else { return nil }
        return (meaning.current, former)
    }

    /// Returns the present name of the feature with an id; nil if there is none.
    package func name(of id: Int) throws -> String? {
        try pool.withConnection { try Self.name(of: id, on: $0) }
    }

    /// Returns the present name of the feature that had a name before, even after the grace period of the name; nil if
    /// no feature had the name, or if another feature has it now.
    package func successor(of name: String) throws -> String? {
        guard FeatureName.isValid(name) else { return nil }
        return try pool.withConnection { connection in
            try connection.query(
                """
                SELECT feature.name AS current FROM former_name JOIN feature ON feature.id = feature_id
                WHERE former_name.name = \(name)
                """
            ).map { try $0["current", as: String.self] }.first
        }
    }

    static func formerName(_ row: Row) throws -> FormerName {
        FormerName(
            name: try row["name", as: String.self], createdAt: try row["created_at", as: Date.self],
            until: try row["answers_until", as: Date.self])
    }

    /// Returns the SQL query for the id of the feature with a present name, or with a former name in its grace period.
    static func id(of name: String) -> SQL { "SELECT feature_id FROM answering_name WHERE name = \(name.storable)" }

    /// Returns the present name of the feature with an id; nil if there is none.
    static func name(of id: Int, on connection: Connection) throws -> String? {
        try connection.query("SELECT name FROM feature WHERE id = \(id)").map { try $0["name", as: String.self] }.first
    }

    /// Returns true if a name is a former name whose grace period has ended or will have ended at a time.
    static func isFormer(_ name: String, endedBy time: Date, on connection: Connection) throws -> Bool {
        let rows = try connection.query(
            "SELECT FROM former_name WHERE name = \(name.storable) AND answers_until <= \(time)")
        return !rows.isEmpty
    }

    /// Returns all names under which clients get the feature called `name`: the present name, and the former names in
    /// their grace period. Empty if there is no such feature.
    static func names(of name: String, on connection: Connection) throws -> [String] {
        try connection.query("SELECT name FROM answering_name WHERE feature_id = (\(id(of: name)))")
            .map { try $0["name", as: String.self] }
    }

    /// Returns the present names of features by the given present or former names; unknown names are omitted.
    static func currentNames(of names: [String], on connection: Connection) throws -> [String: String] {
        let rows = try connection.query(
            """
            SELECT named.name, feature.name AS current FROM answering_name AS named
            JOIN feature ON feature.id = named.feature_id WHERE named.name = ANY (\(names.map(\.storable)))
            """)
        return try Dictionary(
            rows.map { (try $0["name", as: String.self], try $0["current", as: String.self]) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Returns the feature with a present name, or with a former name in its grace period. If there is none, reserves
    /// the name for this transaction, and forgets which feature had it before.
    static func claim(_ name: String, on connection: Connection) throws -> Feature? {
        try connection.execute("SELECT pg_advisory_xact_lock(hashtextextended('galley.names', 0))")
        if let feature = try feature(named: name, on: connection) { return feature }
        try connection.execute("DELETE FROM former_name WHERE name = \(name)")
        return nil
    }
}
