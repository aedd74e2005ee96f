import PostgreSQL

/// The sort order of a list of features; ties are ordered by name.
package enum FeatureOrder: String, Sendable, CaseIterable {
    case name
    case nameDescending = "name-desc"
    /// By the title of the kind.
    case kind
    case kindDescending = "kind-desc"
    /// The earliest released first; unreleased features come last in both directions.
    case released
    case releasedDescending = "released-desc"
    /// The earliest saved first; features without revisions come last in both directions.
    case saved
    case savedDescending = "saved-desc"

    /// The `ORDER BY` terms on a row of `FeatureStore.listed`.
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
