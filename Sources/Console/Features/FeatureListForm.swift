import Publishing
import SchemaRepository

/// The form fields that search, filter and sort the list of features.
struct FeatureListForm: Sendable {
    var search: String
    var kinds: [Choice]
    var platforms: [Choice]
    var states: [Choice]
    /// A choice for all, and the owners to choose from; empty if there are no owners.
    var owners: [Choice]
    var hasOwners: Bool
    /// A choice for all, and the tags to choose from; empty if there are no tags.
    var tags: [Choice]
    var hasTags: Bool
    var orders: [Choice]

    /// Creates the fields with the values of a query; `labels` are the owners and the tags of features that are not
    /// archived.
    init(
        _ query: FeatureListQuery, kinds: [DocumentKind], platforms: [Platform],
        labels: (owners: [String], tags: [String])
    ) {
        search = query.search
        self.kinds = Self.choices(Texts["features.all-kinds"], kinds, chosen: query.kind) { ($0.id, $0.title) }
        self.platforms = Self.choices(Texts["common.all-platforms"], platforms, chosen: query.platform) {
            ($0.name, $0.title)
        }
        states = Self.choices(Texts["features.all-states"], LiveState.allCases, chosen: query.state) {
            ($0.rawValue, $0.title)
        }
        owners = Self.choices(Texts["features.all-owners"], labels.owners, chosen: query.owner)
        tags = Self.choices(Texts["features.all-tags"], labels.tags, chosen: query.tag)
        (hasOwners, hasTags) = (!owners.isEmpty, !tags.isEmpty)
        orders = FeatureOrder.allCases.map {
            Choice(value: $0 == .name ? "" : $0.rawValue, label: $0.title, isChosen: $0 == query.order)
        }
    }

    /// Returns the choices for owners or tags. The chosen owner or tag is included even if no feature has it. Empty if
    /// there is nothing to choose from.
    private static func choices(_ all: String, _ labels: [String], chosen: String) -> [Choice] {
        let labels = chosen.isEmpty || labels.contains(chosen) ? labels : [chosen] + labels
        return labels.isEmpty ? [] : choices(all, labels, chosen: chosen.nonEmpty) { ($0, $0) }
    }

    private static func choices<Value: Equatable>(
        _ all: String, _ values: [Value], chosen: Value?, _ texts: (Value) -> (value: String, label: String)
    ) -> [Choice] {
        [Choice(value: "", label: all, isChosen: chosen == nil)]
            + values.map { Choice(value: texts($0).value, label: texts($0).label, isChosen: $0 == chosen) }
    }
}

extension LiveState {
    fileprivate var title: String {
        switch self {
        case .neverPublished: Texts["features.never-published"]
        case .nothingLive: Texts["features.nothing-live"]
        case .live: Texts["common.live"]
        case .partlySwitchedOff: Texts["features.partly-switched-off"]
        case .switchedOff: Texts["releases.switched-off"]
        case .archived: Texts["features.archived"]
        }
    }
}

extension FeatureOrder {
    fileprivate var title: String {
        switch self {
        case .name: Texts["features.name-a-to-z"]
        case .nameDescending: Texts["features.name-z-to-a"]
        case .kind: Texts["features.kind-a-to-z"]
        case .kindDescending: Texts["features.kind-z-to-a"]
        case .releasedDescending: Texts["features.last-released-first"]
        case .released: Texts["features.released-longest-ago-first"]
        case .savedDescending: Texts["features.last-saved-first"]
        case .saved: Texts["features.saved-longest-ago-first"]
        }
    }
}
