import DocumentKinds
import PostgreSQL

/// A filter for features.
package struct FeatureFilter: Sendable, Hashable {
    /// The maximum length of a search in characters.
    package static let maximumSearch = 200

    /// The filter that matches every feature that is not archived.
    package static let all = FeatureFilter(search: "", kind: nil, platform: nil, state: nil, owner: nil, tag: nil)

    /// Words, each of which must occur in the feature's name or in its kind's `$id` or title, in upper or lower case;
    /// empty for no search.
    package let words: [String]
    /// The `$id` of the document kind.
    package var kind: String?
    /// The platform on which a feature has the state. Without a state, or with `archived`, the filter matches features
    /// that are live or switched off on the platform; with `partlySwitchedOff`, features that are switched off on it
    /// and live on another one; with `neverPublished`, the platform is ignored.
    package var platform: String?
    /// The state; without one, the filter matches features in every state except archived.
    package var state: LiveState?
    package var owner: String?
    package var tag: String?

    /// Creates a filter. No parameter has a default value, so that the compiler reports each call that lacks a new
    /// parameter: in the page, the management API and the command. The measurements of the page (`bin/bench console`)
    /// need it too, in `Tests/Bench/console_figures/lists.py`.
    package init(
        search: String, kind: String?, platform: String?, state: LiveState?, owner: String?, tag: String?
    ) {
        words = SearchText.folded(search).split(whereSeparator: \.isWhitespace).map(String.init)
        self.kind = kind
        self.platform = platform
        self.state = state
        self.owner = owner
        self.tag = tag
    }

    /// True if the filter matches every feature that is not archived.
    package var isEmpty: Bool { self == .all }

    /// The SQL condition on a row of `FeatureStore.listed`.
    var condition: SQL {
        var condition: SQL = "true"
        for word in words {
            condition = """
                \(condition) AND (strpos(name, \(word.storable)) > 0
                    OR strpos(coalesce(search_text, lower(feature.kind)), \(word.storable)) > 0)
                """
        }
        if let kind { condition = "\(condition) AND feature.kind = \(kind.storable)" }
        if let owner { condition = "\(condition) AND owner = \(owner.storable)" }
        if let tag { condition = "\(condition) AND \(tag.storable) = ANY (tags)" }
        let isArchived: SQL = "EXISTS (SELECT FROM feature_archive WHERE feature_id = feature.id)"
        condition = state == .archived ? "\(condition) AND \(isArchived)" : "\(condition) AND NOT \(isArchived)"
        switch state {
        case .neverPublished: condition = "\(condition) AND live_release IS NULL"
        case .nothingLive: condition = "\(condition) AND live_release IS NOT NULL AND NOT \(answers) AND NOT \(isOff)"
        case .live: condition = "\(condition) AND \(answers) AND NOT \(isOff)"
        // On one platform a feature cannot be switched off in part, so the rules of all platforms count.
        case .partlySwitchedOff: condition = "\(condition) AND \(Self.answersAnywhere) AND \(isOff)"
        case .switchedOff: condition = "\(condition) AND NOT \(answers) AND \(isOff)"
        case .archived, nil:
            if platform != nil { condition = "\(condition) AND (\(answers) OR \(isOff))" }
        }
        return condition
    }

    /// The SQL condition that a rule of the feature applies to clients of the platform; without one, of any platform.
    private var answers: SQL {
        guard let platform else { return Self.answersAnywhere }
        return "(\(platform.storable) = ANY (live_platforms) AND \(platform.storable) <> ALL (off_platforms))"
    }

    /// The SQL condition that a rule of the feature applies to clients of any platform.
    private static var answersAnywhere: SQL { "NOT live_platforms <@ off_platforms" }

    /// The SQL condition that the feature is switched off on the platform or, without one, on any platform.
    private var isOff: SQL {
        guard let platform else { return "off_platforms <> '{}'" }
        return "\(platform.storable) = ANY (off_platforms)"
    }
}
