import JSONText
package import Preview
package import Publishing

extension OptionAnswer {
    /// Converts the result of reading a page of an option list for the preview.
    package init(_ outcome: OptionPageOutcome) {
        switch outcome {
        case .page(let page):
            self = .page(
                OptionBatch(
                    items: page.items.compactMap { try? JSONDocument(parsing: $0.json).root }, total: page.total,
                    nextKey: page.nextKey, isLoadEnded: page.isLoadEnded))
        case .noSuchList: self = .noSuchList
        case .unknownNextKey: self = .unknownNextKey
        }
    }
}

extension OptionFilter {
    /// Creates the filter of a preview's query; the position and the size of the page are not part of a filter.
    package init(_ query: OptionQuery) {
        let branch: Branch =
            switch query.branch {
            case .all: .all
            case .roots: .roots
            case .children(of: let parent): .children(of: parent)
            }
        self.init(keyword: query.keyword, branch: branch, only: query.only)
    }
}
