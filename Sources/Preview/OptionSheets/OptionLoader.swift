import JSONText

/// Loads items of an option list page by page, as an app does.
struct OptionLoader {
    enum Pagination: String {
        case nextKey, offset
    }

    /// The result of loading items.
    enum Loaded {
        case items([JSONValue], LoadedPages)
        case noSuchList
        case unavailable
        /// The list was replaced after the first query, so that loading must start again.
        case failed
    }

    /// The maximum number of items in a preview.
    static let maximumItems = 1_000

    let list: String
    let pagination: Pagination
    /// The number of items per page, 1 to 1,000.
    let limit: Int

    /// Reads a `loader`; nil if it names no list.
    init?(_ loader: JSONValue?) {
        guard let list = loader?["list"]?.string, !list.isEmpty else { return nil }
        self.list = list
        pagination = loader?["kind"]?.string.flatMap(Pagination.init) ?? .nextKey
        limit = min(Self.maximumItems, max(1, loader?["limit"]?.integer ?? 30))
    }

    /// Loads the first pages with at most two queries: all pages but the last together, then the last page.
    func load(pages: Int, keyword: String, from options: (OptionQuery) -> OptionAnswer) -> Loaded {
        let most = (Self.maximumItems + limit - 1) / limit
        let before = (min(max(1, pages), most) - 1) * limit
        var query = OptionQuery(
            list: list, start: pagination == .offset ? .offset(0) : .nextKey(nil),
            limit: min(limit, Self.maximumItems - before), keyword: keyword)
        guard before > 0 else { return loaded(options(query), after: []) }
        var first = query
        first.limit = before
        let answer = options(first)
        guard case .page(let batch) = answer, !isLast(batch) else { return loaded(answer, after: []) }
        query.start = pagination == .offset ? .offset(batch.items.count) : .nextKey(batch.nextKey)
        return loaded(options(query), after: batch.items)
    }

    private func loaded(_ answer: OptionAnswer, after items: [JSONValue]) -> Loaded {
        switch answer {
        case .noSuchList: return .noSuchList
        case .unavailable: return .unavailable
        case .unknownNextKey: return .failed
        case .page(let batch):
            let all = items + batch.items
            return .items(
                all,
                LoadedPages(
                    count: all.count, total: batch.total, pages: max(1, (all.count + limit - 1) / limit),
                    isEnded: isLast(batch), isFull: all.count >= Self.maximumItems))
        }
    }

    /// Returns true if no items follow or the next page cannot be requested.
    private func isLast(_ batch: OptionBatch) -> Bool {
        batch.isLoadEnded || batch.items.isEmpty || pagination == .nextKey && batch.nextKey == nil
    }
}
