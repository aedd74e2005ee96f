import Foundation
import PostgreSQL

extension FeatureStore {
    /// Returns the former names under which a feature still answers, the newest first.
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

    /// A feature that answers to a name.
    package typealias Meaning = (id: Int, current: String, former: FormerName?)

    /// Returns the feature that a name means now: its id, its present name, and the former name if it was asked for by
    /// one; nil if the name means none.
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

    /// Returns the present name of a feature and the former one by which it was asked for; nil if the name is no former
    /// one.
    package func renaming(from name: String) throws -> (current: String, former: FormerName)? {
        guard let meaning = try meaning(of: name), let former = meaning.former else { return nil }
        return (meaning.current, former)
    }

    /// Returns the present name of the feature with an id; nil if there is none.
    package func name(of id: Int) throws -> String? {
        try pool.withConnection { try Self.name(of: id, on: $0) }
    }

    /// Returns the present name of the feature that had a name before, also if the name no longer answers; nil if none had.
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

    /// Returns the query for the id of the feature with a name, present or former.
    static func id(of name: String) -> SQL { "SELECT feature_id FROM answering_name WHERE name = \(name.storable)" }

    /// Returns the present name of a feature; nil if there is none of that id.
    static func name(of id: Int, on connection: Connection) throws -> String? {
        try connection.query("SELECT name FROM feature WHERE id = \(id)").map { try $0["name", as: String.self] }.first
    }

    /// Returns the names of the feature with a name, present and former; empty if there is none.
    static func names(of name: String, on connection: Connection) throws -> [String] {
        try connection.query("SELECT name FROM answering_name WHERE feature_id = (\(id(of: name)))")
            .map { try $0["name", as: String.self] }
    }

    /// Returns the present names of features by the names given, as far as they exist.
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

    /// Returns the feature that has a name now or answers to it; if there is none, reserves the name until the end of the
    /// transaction.
    static func claim(_ name: String, on connection: Connection) throws -> Feature? {
        try connection.execute("SELECT pg_advisory_xact_lock(hashtextextended('galley.names', 0))")
        if let feature = try feature(named: name, on: connection) { return feature }
        try connection.execute("DELETE FROM former_name WHERE name = \(name)")
        return nil
    }
}
