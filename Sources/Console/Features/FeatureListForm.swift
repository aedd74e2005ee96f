import Publishing
import SchemaRepository

/// The fields that search, filter and sort the list of features.
struct FeatureListForm: Sendable {
    var search: String
    var kinds: [Choice]
    var platforms: [Choice]
    var states: [Choice]
    var orders: [Choice]

    init(_ query: FeatureListQuery, kinds: [DocumentKind], platforms: [Platform]) {
        search = query.search
        self.kinds = Self.choices("All kinds", kinds, chosen: query.kind) { ($0.id, $0.title) }
        self.platforms = Self.choices("All platforms", platforms, chosen: query.platform) { ($0.name, $0.title) }
        states = Self.choices("All states", LiveState.allCases, chosen: query.state) { ($0.rawValue, $0.title) }
        orders = FeatureOrder.allCases.map {
            Choice(value: $0 == .name ? "" : $0.rawValue, label: $0.title, isChosen: $0 == query.order)
        }
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
        case .neverPublished: "Never published"
        case .nothingLive: "Nothing live"
        case .live: "Live"
        case .partlySwitchedOff: "Partly switched off"
        case .switchedOff: "Switched off"
        }
    }
}

extension FeatureOrder {
    fileprivate var title: String {
        switch self {
        case .name: "Name, A to Z"
        case .nameDescending: "Name, Z to A"
        case .kind: "Kind, A to Z"
        case .kindDescending: "Kind, Z to A"
        case .releasedDescending: "Last released first"
        case .released: "Released longest ago first"
        case .savedDescending: "Last saved first"
        case .saved: "Saved longest ago first"
        }
    }
}
