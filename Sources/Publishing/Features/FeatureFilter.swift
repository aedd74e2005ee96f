import PostgreSQL

/// A filter for features.
package struct FeatureFilter: Sendable, Hashable {
    /// The maximum length of a search in characters.
    package static let maximumSearch = 200

    /// Words that must all occur in a feature's name or kind, in any case; empty for no search.
    package let words: [String]
    /// The `$id` of the document kind.
    package var kind: String?
    /// The platform that the state applies to; without a state, features that are live or switched off on it.
    package var platform: String?
    /// The state; without one, every feature that is not archived.
    package var state: LiveState?
    package var owner: String?
    package var tag: String?

    package init(
        search: String = "", kind: String? = nil, platform: String? = nil, state: LiveState? = nil,
        owner: String? = nil, tag: String? = nil
    ) {
        words = SearchText.folded(search).split(whereSeparator: \.isWhitespace).map(String.init)
        self.kind = kind
        self.platform = platform
        self.state = state
        self.owner = owner
        self.tag = tag
    }

    /// True if the filter matches every feature.
    package var isEmpty: Bool { self == FeatureFilter() }

    /// The condition on a row of `FeatureStore.listed`.
    var condition: SQL {
        var condition: SQL = "true"
        for word in words {
            condition =
                "\(condition) AND strpos(concat_ws(E'\\n', name, lower(feature.kind), folded), \(word.storable)) > 0"
        }
        if let kind { condition = "\(condition) AND feature.kind = \(kind.storable)" }
        if let owner { condition = "\(condition) AND owner = \(owner.storable)" }
        if let tag { condition = "\(condition) AND \(tag.storable) = ANY (tags)" }
        let isArchived: SQL = state == .archived ? "IS NOT NULL" : "IS NULL"
        condition = "\(condition) AND feature_archive.feature_id \(isArchived)"
        switch state {
        case .neverPublished: condition = "\(condition) AND live_release IS NULL"
        case .nothingLive: condition = "\(condition) AND live_release IS NOT NULL AND NOT \(answers) AND NOT \(isOff)"
        case .live: condition = "\(condition) AND \(answers) AND NOT \(isOff)"
        case .partlySwitchedOff: condition = "\(condition) AND \(answers) AND \(isOff)"
        case .switchedOff: condition = "\(condition) AND NOT \(answers) AND \(isOff)"
        case .archived, nil:
            if platform != nil { condition = "\(condition) AND (\(answers) OR \(isOff))" }
        }
        return condition
    }

    /// The condition that a rule applies to clients, as `LiveState` defines it.
    private var answers: SQL {
        var condition: SQL = """
            rule.release = live_release AND rule.feature_id = feature.id
            AND NOT rule.platform = ANY (release_item.switched_off)
            """
        if let platform { condition = "\(condition) AND rule.platform = \(platform.storable)" }
        return "EXISTS (SELECT FROM rule WHERE \(condition))"
    }

    private var isOff: SQL {
        guard let platform else { return "coalesce(cardinality(release_item.switched_off), 0) > 0" }
        return "coalesce(\(platform.storable) = ANY (release_item.switched_off), false)"
    }
}
