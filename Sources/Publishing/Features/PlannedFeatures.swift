import PostgreSQL

/// The table of the features of schedules, or the table of the features of rollouts. It refers to features by id, so
/// that a schedule or rollout still refers to the same feature after a renaming, even if another feature gets the name.
struct PlannedFeatures {
    static let schedules = PlannedFeatures(table: "schedule_feature", plan: "schedule_id")
    static let rollouts = PlannedFeatures(table: "rollout_feature", plan: "rollout_id")

    private let table: SQL
    /// The column with the id of the schedule or the rollout.
    private let plan: SQL

    /// Returns the present names of the features of some schedules or rollouts, by the id of the schedule or rollout
    /// and by the name that the feature had when it was planned.
    func names(in plans: [Int], on connection: Connection) throws -> [Int: [String: String]] {
        let rows = try connection.query(
            """
            SELECT \(plan) AS plan, planned.name, feature.name AS current FROM \(table) AS planned
            JOIN feature ON feature.id = feature_id WHERE \(plan) = ANY (\(plans))
            """)
        return try rows.reduce(into: [:]) { names, row in
            let (plan, name) = (try row["plan", as: Int.self], try row["name", as: String.self])
            names[plan, default: [:]][name] = try row["current", as: String.self]
        }
    }

    /// Returns the present names of the features of a schedule or rollout, each once, although the schedule or rollout
    /// may contain one feature under its present and a former name.
    static func present(_ planned: [String], by names: [String: String]) -> [String] {
        planned.map { names[$0] ?? $0 }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// Returns the SQL condition that a schedule or rollout contains the feature with the given present or former name.
    func contain(_ feature: String) -> SQL {
        contain(id: "(\(FeatureStore.id(of: feature)))")
    }

    /// Returns the SQL condition that a schedule or rollout contains the feature with an id.
    func contain(id feature: SQL) -> SQL {
        "id IN (SELECT \(plan) FROM \(table) WHERE feature_id = \(feature))"
    }
}
