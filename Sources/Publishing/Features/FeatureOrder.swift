import PostgreSQL

/// The sort order of a list of features; ties are ordered by name.
package enum FeatureOrder: String, Sendable, CaseIterable {
    case name
    case nameDescending = "name-desc"
    /// By the title of the kind.
    case kind
    case kindDescending = "kind-desc"
    /// By the newest release, the earliest first; unreleased features come last in both directions.
    case released
    case releasedDescending = "released-desc"
    /// By the time of the newest revision, the earliest first; features without revisions come last in both directions.
    case saved
    case savedDescending = "saved-desc"

    /// The SQL expression for the value of a row of `FeatureStore.listed` to sort by. Texts are compared by code
    /// points, because comparing them by the rules of a language takes several times as long.
    var key: SQL {
        switch self {
        case .name, .nameDescending: "name"
        case .kind, .kindDescending: "coalesce(title, feature.kind) COLLATE \"C\""
        case .released, .releasedDescending: "live_release"
        case .saved, .savedDescending: "head_saved_at"
        }
    }

    /// The `ORDER BY` terms for rows whose column `sort_key` contains `key`.
    var terms: SQL {
        switch self {
        case .name, .kind, .released, .saved: "sort_key NULLS LAST, name"
        case .nameDescending, .kindDescending, .releasedDescending, .savedDescending:
            "sort_key DESC NULLS LAST, name"
        }
    }
}
