import JSONText

/// The option lists that the cells of a questionnaire name.
struct CellLists: Sendable {
    private let lookups: OptionLookups
    /// The options of one choice at most.
    static let limit = 200

    init(_ sources: PreviewSources) { lookups = OptionLookups(sources) }

    /// What a choice offers.
    struct Offer {
        let items: [JSONValue]
        let isWhole: Bool
    }

    /// The items among which a cell chooses: those below a parent's value where the list is a tree; nil where there is
    /// no such list.
    func offer(of list: String, parents: [String]) -> Offer? {
        guard let all = batch(OptionQuery(list: list, limit: Self.limit)) else { return nil }
        if all.items.contains(where: { $0["parent"]?.isNull == false }) {
            for parent in parents.reversed() {
                let query = OptionQuery(list: list, limit: Self.limit, branch: .children(of: parent))
                if let batch = batch(query), !batch.items.isEmpty {
                    return Offer(items: batch.items, isWhole: batch.isLoadEnded)
                }
            }
        }
        return Offer(items: all.items, isWhole: all.isLoadEnded)
    }

    /// The value that is looked up: of the first item below a parent's value, else of the first that is found by one,
    /// else of the list's first.
    func firstItem(of list: String, parents: [String]) -> [UInt8]? {
        let values = parents.reversed().filter { !$0.isEmpty }
        let queries =
            values.map { OptionQuery(list: list, limit: 1, branch: .children(of: $0)) }
            + values.map { OptionQuery(list: list, limit: 1, keyword: $0) } + [OptionQuery(list: list, limit: 1)]
        return queries.lazy.compactMap { self.batch($0)?.items.first }.first.flatMap(Self.value)?.minified()
    }

    /// Whether a list is at hand.
    func has(_ list: String) -> Bool { batch(OptionQuery(list: list, limit: 1)) != nil }

    /// What choosing an item stores: its `value`, else its key.
    static func value(_ item: JSONValue) -> JSONValue? { item["value"] ?? item["key"] }

    private func batch(_ query: OptionQuery) -> OptionBatch? {
        if case .page(let batch) = lookups.answer(query) { batch } else { nil }
    }
}
