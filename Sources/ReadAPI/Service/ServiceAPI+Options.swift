import HTTPTypes
import MicroHTTP
import Publishing

extension ServiceAPI {
    /// Returns a page of an option list.
    @Sendable func optionsPage(_ request: Request) throws -> Response {
        let name = request.parameters["list"] ?? ""
        let query = try OptionsQuery(request.query)
        let outcome =
            switch query.start {
            case .offset(let offset):
                try optionLists.page(of: name, matching: query.filter, offset: offset, limit: query.limit)
            case .nextKey(let key):
                try optionLists.page(of: name, matching: query.filter, nextKey: key, limit: query.limit)
            }
        switch outcome {
        case .page(let page):
            var response = Response.json(OptionsAnswer(page: page, groupBy: query.groupBy).json)
            response.headers[.cacheControl] = CacheTime.usual.edition
            return response
        case .noSuchList:
            throw Problem(kind: .listNotFound, detail: "There is no option list “\(name.prefix(100))”.")
        case .unknownNextKey:
            throw Problem(
                kind: .nextKeyNotFound,
                detail: "The list has no item with this key any more; begin again without “next_key”, and send "
                    + "“Cache-Control: no-cache”, because caches may still have the earlier pages.",
                parameter: "next_key")
        }
    }
}
