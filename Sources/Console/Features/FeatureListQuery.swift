import MicroHTTP
import Publishing
import SchemaRepository

/// The query in the features list's address, and the parts of it that were invalid.
struct FeatureListQuery: Sendable {
    /// The number of features on a page.
    static let pageSize = 40

    private(set) var search = ""
    private(set) var kind: DocumentKind?
    private(set) var platform: Platform?
    private(set) var state: LiveState?
    /// The owner; empty for all.
    private(set) var owner = ""
    /// The tag; empty for all.
    private(set) var tag = ""
    private(set) var order = FeatureOrder.name
    /// The page number, from 1.
    var page = 1
    /// A sentence for each ignored parameter.
    private(set) var problems: [String] = []

    /// Parses a query; missing and empty parameters set no filter.
    init(_ query: QueryItems, kinds: [DocumentKind], platforms: [Platform]) {
        search = (query["q"] ?? "").trimmingSpaces()
        if search.count > FeatureFilter.maximumSearch {
            search = String(search.prefix(FeatureFilter.maximumSearch))
            problems.append(Texts["features.a-search-can-have-at-most", ["limit": FeatureFilter.maximumSearch]])
        }
        kind = choice(query["kind"], Texts["features.noun-kind"]) { name in kinds.first { $0.id == name } }
        platform = choice(query["platform"], Texts["features.noun-platform"]) { name in
            platforms.first { $0.name == name }
        }
        state = choice(query["state"], Texts["features.noun-state"], LiveState.init(rawValue:))
        owner = String((query["owner"] ?? "").trimmingSpaces().prefix(FeatureLabels.maximumOwner))
        tag = String((query["tag"] ?? "").trimmingSpaces().lowercased().prefix(FeatureLabels.maximumTag))
        order = choice(query["sort"], Texts["features.noun-order"], FeatureOrder.init(rawValue:)) ?? .name
        page =
            choice(query["page"], Texts["features.noun-page"]) { text in Int(asked: text).flatMap { $0 > 0 ? $0 : nil }
            } ?? 1
    }

    var filter: FeatureFilter {
        FeatureFilter(
            search: search, kind: kind?.id, platform: platform?.name, state: state, owner: owner.nonEmpty,
            tag: tag.nonEmpty)
    }

    /// The number of features before the page; the maximum if the page is out of range.
    var offset: Int {
        let (offset, isTooLarge) = (page - 1).multipliedReportingOverflow(by: Self.pageSize)
        return isTooLarge ? .max : offset
    }

    /// Returns the number of the last page of a list.
    static func lastPage(of total: Int) -> Int { max(1, (total + pageSize - 1) / pageSize) }

    /// Returns the address of another page of the same list.
    func href(page: Int) -> String {
        let items = [
            ("q", search), ("kind", kind?.id), ("platform", platform?.name), ("state", state?.rawValue),
            ("owner", owner), ("tag", tag), ("sort", order == .name ? nil : order.rawValue),
            ("page", page == 1 ? nil : "\(page)"),
        ]
        let query = items.compactMap { name, value in
            value?.nonEmpty.map { "\(name)=\(PercentCoding.encode($0))" }
        }
        return Paths.features + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    }

    private mutating func choice<Value>(_ text: String?, _ noun: String, _ read: (String) -> Value?) -> Value? {
        guard let text = text?.trimmingSpaces(), !text.isEmpty else { return nil }
        if let value = read(text) { return value }
        let shown = text.count > 40 ? text.prefix(40) + "…" : text[...]
        problems.append(Texts["features.filter-ignored", ["noun": noun, "value": shown]])
        return nil
    }
}
