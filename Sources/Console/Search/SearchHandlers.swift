import HTTPTypes
import MicroHTTP
import Publishing

/// Searches the text of everything live and of every newest revision.
struct SearchHandlers: Sendable {
    let stores: Stores
    let pages: PageRenderer

    /// Shows the places where the text in `?q=` stands.
    @Sendable func show(_ request: SignedInRequest) throws -> Response {
        let text = request.request.formQuery["q"] ?? ""
        let isTooLong = text.utf8.count > SearchStore.maximumLength
        let result = try stores.search.search(text)
        return try pages.render(
            SearchPage(
                chrome: request.chrome(Texts["search.search-texts"], .features), text: text, result: result,
                isTooLong: isTooLong), status: isTooLong ? .unprocessableContent : .ok)
    }
}
