import PostgreSQL

/// How a list of features is sorted; those alike come by name.
package enum FeatureOrder: String, Sendable, CaseIterable {
    case name
    case nameDescending = "name-desc"
    /// By the kind's title.
    case kind
    case kindDescending = "kind-desc"
    /// The one released longest ago first; those never released come last in both directions.
    case released
    case releasedDescending = "released-desc"
    /// The one whose newest revision is oldest first; those without come last in both directions.
    case saved
    case savedDescending = "saved-desc"

    /// The terms of `ORDER BY` on a row of `FeatureStore.listed`.
    var terms: SQL {
        switch self {
        case .name: "name"
        case .nameDescending: "name DESC"
        case .kind: "coalesce(title, feature.kind), name"
        case .kindDescending: "coalesce(title, feature.kind) DESC, name"
        case .released: "live_release NULLS LAST, name"
        case .releasedDescending: "live_release DESC NULLS LAST, name"
        case .saved: "\(Self.savedAt) NULLS LAST, name"
        case .savedDescending: "\(Self.savedAt) DESC NULLS LAST, name"
        }
    }

    private static let savedAt: SQL = """
        (SELECT created_at FROM revision WHERE feature_id = feature.id ORDER BY number DESC LIMIT 1)
        """
}
