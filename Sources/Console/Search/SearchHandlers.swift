import HTTPTypes
import MicroHTTP
import Publishing

/// Searches the text of the live documents and the newest revisions of all features that are not archived.
struct SearchHandlers: Sendable {
    let stores: Stores
    let pages: PageRenderer

    /// Shows the places in which the text in `?q=` occurs: at most `SearchStore.maximumDocuments` documents, and
    /// `SearchStore.maximumPlaces` places in each.
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
