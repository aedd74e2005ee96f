import MicroHTTP
import Publishing
import SchemaRepository

/// The query in the address of the list of features, with a message for each invalid part of it.
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
    /// A sentence for each parameter that was ignored, and for a search text that was shortened.
    private(set) var problems: [String] = []

    /// Parses a query; missing and empty parameters set no filter.
    init(_ query: QueryItems, kinds: [DocumentKind], platforms: [Platform]) {
        let offer = Offer(kinds: kinds, platforms: platforms)
        for parameter in Self.parameters {
            guard let text = query[parameter.name]?.trimmingSpaces(), !text.isEmpty else { continue }
            parameter.read(&self, text, offer)
        }
    }

    var filter: FeatureFilter {
        FeatureFilter(
            search: search, kind: kind?.id, platform: platform?.name, state: state, owner: owner.nonEmpty,
            tag: tag.nonEmpty)
    }

    /// The number of features on the previous pages; `Int.max` if it is too large for an `Int`.
    var offset: Int {
        let (offset, isTooLarge) = (page - 1).multipliedReportingOverflow(by: Self.pageSize)
        return isTooLarge ? .max : offset
    }

    /// Returns the number of the last page of a list of `total` features, at least 1.
    static func lastPage(of total: Int) -> Int { max(1, (total + pageSize - 1) / pageSize) }

    /// Returns the address of another page of the list, with the same search, filters and order.
    func href(page: Int) -> String {
        var other = self
        other.page = page
        let query = Self.parameters.compactMap { parameter in
            parameter.text(other)?.nonEmpty.map { "\(parameter.name)=\(PercentCoding.encode($0))" }
        }
        return Paths.features + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    }

    private mutating func choice<Value>(_ text: String, _ noun: String, _ read: (String) -> Value?) -> Value? {
        if let value = read(text) { return value }
        let shown = text.count > 40 ? text.prefix(40) + "…" : text[...]
        problems.append(Texts["features.filter-ignored", ["noun": noun, "value": shown]])
        return nil
    }
}

extension FeatureListQuery {
    /// The existing kinds and platforms, which the parameters `kind` and `platform` can name.
    private struct Offer {
        let kinds: [DocumentKind]
        let platforms: [Platform]
    }

    /// A parameter of the list's address.
    private struct Parameter: Sendable {
        let name: String
        /// Returns the parameter's text for an address; nil or empty if the address does not need the parameter.
        let text: @Sendable (FeatureListQuery) -> String?
        /// Parses the parameter's text, which is not empty and has no white space at its ends.
        let read: @Sendable (inout FeatureListQuery, String, Offer) -> Void
    }

    /// The parameters in their order in an address.
    private static let parameters = [
        Parameter(name: "q", text: { $0.search }) { query, text, _ in
            query.search = String(text.prefix(FeatureFilter.maximumSearch))
            guard text.count > FeatureFilter.maximumSearch else { return }
            query.problems.append(
                Texts["features.a-search-can-have-at-most", ["limit": FeatureFilter.maximumSearch]])
        },
        Parameter(name: "kind", text: { $0.kind?.id }) { query, text, offer in
            query.kind = query.choice(text, Texts["features.noun-kind"]) { name in
                offer.kinds.first { $0.id == name }
            }
        },
        Parameter(name: "platform", text: { $0.platform?.name }) { query, text, offer in
            query.platform = query.choice(text, Texts["features.noun-platform"]) { name in
                offer.platforms.first { $0.name == name }
            }
        },
        Parameter(name: "state", text: { $0.state?.rawValue }) { query, text, _ in
            query.state = query.choice(text, Texts["features.noun-state"], LiveState.init(rawValue:))
        },
        Parameter(name: "owner", text: { $0.owner }) { query, text, _ in
            query.owner = String(text.prefix(FeatureLabels.maximumOwner))
        },
        Parameter(name: "tag", text: { $0.tag }) { query, text, _ in
            query.tag = String(text.lowercased().prefix(FeatureLabels.maximumTag))
        },
        Parameter(name: "sort", text: { $0.order == .name ? nil : $0.order.rawValue }) { query, text, _ in
            query.order = query.choice(text, Texts["features.noun-order"], FeatureOrder.init(rawValue:)) ?? .name
        },
        Parameter(name: "page", text: { $0.page == 1 ? nil : "\($0.page)" }) { query, text, _ in
            let page: Int? = query.choice(text, Texts["features.noun-page"]) { text in
                Int(asked: text).flatMap { $0 > 0 ? $0 : nil }
            }
            query.page = page ?? 1
        },
    ]
}
