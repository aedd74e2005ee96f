extension OptionFile {
    /// Returns the page of matching items from an offset on, as `OptionListStore` will after the import of the file.
    package func page(matching filter: OptionFilter = OptionFilter(), offset: Int, limit: Int) -> OptionPageOutcome {
        let found = items.filter(filter.includes)
        let start = min(max(0, offset), found.count)
        let page = Array(found[start...].prefix(Self.clamped(limit)))
        return .page(
            OptionPage(
                items: page, total: found.count, nextKey: nil,
                isLoadEnded: page.isEmpty || start + page.count >= found.count))
    }

    /// Returns the page of matching items after the given key, as `OptionListStore` will after the import of the file.
    package func page(
        matching filter: OptionFilter = OptionFilter(), nextKey: String?, limit: Int
    ) -> OptionPageOutcome {
        var rest = items[...]
        if let nextKey {
            guard let last = items.firstIndex(where: { $0.key.utf8.elementsEqual(nextKey.utf8) }) else {
                return .unknownNextKey
            }
            rest = items[(last + 1)...]
        }
        let found = rest.filter(filter.includes)
        let page = Array(found.prefix(Self.clamped(limit)))
        let isLoadEnded = page.count == found.count
        return .page(
            OptionPage(items: page, total: nil, nextKey: isLoadEnded ? nil : page.last?.key, isLoadEnded: isLoadEnded))
    }

    private static func clamped(_ limit: Int) -> Int { min(max(limit, 1), OptionListStore.maximumPage) }
}
