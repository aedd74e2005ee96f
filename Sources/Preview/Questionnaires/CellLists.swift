import JSONText

/// The option lists of a questionnaire's cells.
struct CellLists: Sendable {
    private let lookups: OptionLookups
    /// The maximum number of options per choice.
    static let limit = 200

    init(_ sources: PreviewSources) { lookups = OptionLookups(sources) }

    /// Returns the options of a choice; nil if the list is not available. In a tree, these are the children of the last
    /// parent value that has children. If no parent value has children or the list is not a tree, these are all items,
    /// in each case at most `limit`.
    /// `parents`: The values of the cells in `parentFields`, in their order.
    func offer(of list: String, parents: [String]) -> [JSONValue]? {
        guard let all = batch(OptionQuery(list: list, limit: Self.limit)) else { return nil }
        if all.items.contains(where: { $0["parent"]?.isNull == false }) {
            for parent in parents.reversed() {
                let query = OptionQuery(list: list, limit: Self.limit, branch: .children(of: parent))
                if let batch = batch(query), !batch.items.isEmpty {
                    return batch.items
                }
            }
        }
        return all.items
    }

    /// Returns the value of the first item found, as JSON text: a child of a parent value, else an item that matches a
    /// parent value as a keyword, else the list's first item. Nil if the list is empty or not available.
    func firstItem(of list: String, parents: [String]) -> [UInt8]? {
        let values = parents.reversed().filter { !$0.isEmpty }
        let queries =
            values.map { OptionQuery(list: list, limit: 1, branch: .children(of: $0)) }
            + values.map { OptionQuery(list: list, limit: 1, keyword: $0) } + [OptionQuery(list: list, limit: 1)]
        return queries.lazy.compactMap { self.batch($0)?.items.first }.first.flatMap(Self.value)?.minified()
    }

    /// Returns true if a list is available.
    func has(_ list: String) -> Bool { batch(OptionQuery(list: list, limit: 1)) != nil }

    /// Returns the value that choosing an item stores: its `value`, or else its key.
    static func value(_ item: JSONValue) -> JSONValue? { item["value"] ?? item["key"] }

    private func batch(_ query: OptionQuery) -> OptionBatch? {
        if case .page(let batch) = lookups.answer(query) { batch } else { nil }
    }
}
