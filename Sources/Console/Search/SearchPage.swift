import Preview
import Publishing

/// The page that searches documents.
struct SearchPage: Page {
    static let template = "search/show"
    var chrome: Chrome
    var text: String
    /// A sentence about the result; nil before a search, and if the text is too long.
    var summary: String?
    var problem: String?
    var hasRows: Bool
    var rows: [Row]

    /// A place in a document.
    struct Row: Sendable {
        var feature: String
        var featureHref: String
        var revision: Int
        var href: String
        var line: Int
        var isLive: Bool
        var isNewest: Bool
        /// The pointer of the value, or of the member whose name contains the text; nil if the document is not JSON.
        var pointer: Markup?
        var excerpt: String
    }

    init(chrome: Chrome, text: String, result: SearchResult, isTooLong: Bool) {
        self.chrome = chrome
        self.text = text
        problem = isTooLong ? Texts["search.too-long", ["limit": SearchStore.maximumLength]] : nil
        rows = result.matches.map(Row.init)
        hasRows = !rows.isEmpty
        guard !text.isEmpty, !isTooLong else { return }
        let documents = Set(result.matches.map { "\($0.feature)@\($0.revision)" }).count
        summary =
            result.isCut
            ? Texts["search.first-documents", ["count": documents]] : Texts["search.documents", ["count": documents]]
    }

    static let sample: SearchPage = {
        var page = SearchPage(
            chrome: .sample, text: "glyph",
            result: SearchResult(
                matches: [
                    TextMatch(
                        feature: "home.offers", revision: 2, isLive: true, isNewest: true, pointer: "/title", line: 3,
                        excerpt: "\"title\": \"glyph\"")
                ], isCut: false), isTooLong: false)
        page.problem = "Too long."
        return page
    }()
}

extension SearchPage.Row {
    init(_ match: TextMatch) {
        feature = match.feature
        featureHref = Paths.feature(match.feature)
        revision = match.revision
        href = Paths.revision(of: match.feature, match.revision) + "#L\(match.line)"
        line = match.line
        (isLive, isNewest) = (match.isLive, match.isNewest)
        pointer = match.pointer.map(Markup.init(pointer:))
        excerpt = match.excerpt
    }
}
