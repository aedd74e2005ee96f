import HTTPTypes
import JSONText
import MicroHTTP
import Publishing

/// Option lists in the management API.
struct OptionListResources: Sendable {
    /// The accepted media types of a file of items.
    private static let formats: [String: OptionFile.Format] = ["application/json": .json, "text/csv": .csv]

    let lists: OptionListStore

    /// `GET /api/v1/option-lists`: lists the option lists whose name contains `search`.
    @Sendable func index(_ request: Request, by account: Account) throws -> Response {
        let search = try APIRequest(request, by: account).text("search") ?? ""
        return try .answer(OptionListListAnswer(lists.list(matching: search)))
    }

    /// `GET /api/v1/option-lists/:list`: lists a page of the items that match `keyword` and `parent`. The page begins
    /// after the first `offset` matching items, or after the item whose key is `next_key`. `limit` is at most, and by
    /// default, `OptionListStore.maximumPage`.
    @Sendable func show(_ request: Request, by account: Account) throws -> Response {
        let apiRequest = APIRequest(request, by: account)
        let name = apiRequest.segment("list")
        let branch: OptionFilter.Branch =
            try apiRequest.text("parent").map { $0.isEmpty ? .roots : .children(of: $0) } ?? .all
        let filter = OptionFilter(keyword: try apiRequest.text("keyword") ?? "", branch: branch)
        let limit = try apiRequest.number("limit", in: 1...OptionListStore.maximumPage) ?? OptionListStore.maximumPage
        let offset = try apiRequest.number("offset", in: 0...OptionList.maximumItems)
        let nextKey = try apiRequest.text("next_key")
        guard offset == nil || nextKey == nil else {
            throw APIProblem.invalidParameter("next_key", Texts["api.offset-or-next-key"])
        }
        // An empty key asks for the first page, as in the API for apps.
        let outcome =
            try nextKey.map { key in
                try lists.page(of: name, matching: filter, nextKey: key.isEmpty ? nil : key, limit: limit)
            } ?? lists.page(of: name, matching: filter, offset: offset ?? 0, limit: limit)
        switch outcome {
        case .page(let page): return .json(page.json(of: name))
        case .noSuchList: throw Self.noList(name)
        case .unknownNextKey: throw APIProblem.notFound("next-key-not-found", Texts["api.no-such-next-key"])
        }
    }

    /// `PUT /api/v1/option-lists/:list`: replaces the items with those of the body, a CSV or JSON file; answers 201 for
    /// a new list, otherwise 200. A file with faults is refused as a whole, with diagnostics of the first
    /// `OptionFile.maximumDiagnostics` faults; a file without items is refused unless the query has `empty=true`.
    @Sendable func put(_ request: Request, by account: Account) throws -> Response {
        let apiRequest = APIRequest(request, by: account)
        guard let format = MediaType.essence(of: request.headers[.contentType]).flatMap({ Self.formats[$0] }) else {
            throw APIProblem(
                .unsupportedMediaType, "unsupported-media-type", title: Texts["api.items-refused"],
                detail: Texts["api.items-types"], parameter: "Content-Type")
        }
        let isEmptyAllowed = try apiRequest.boolean("empty")
        let file = OptionFile(reading: request.body, as: format)
        guard file.isValid else { throw Self.refusal(file.diagnostics.first?.message ?? "", file.diagnostics) }
        let name = apiRequest.segment("list")
        switch try lists.import(file.items, into: name, allowingEmpty: isEmptyAllowed, by: apiRequest.actor) {
        case .imported(let list, let replaced):
            var response = try Response.answer(
                OptionImportAnswer(list, replaced: replaced), status: replaced == nil ? .created : .ok)
            if replaced == nil { response.headers[.location] = "\(Routes.api)/option-lists/\(list.name)" }
            return response
        case .invalidName:
            throw APIProblem(
                .unprocessableContent, "invalid-name", title: Texts["api.invalid-name"], detail: FeatureName.rule,
                parameter: "list")
        case .empty(let kept):
            throw APIProblem(
                .unprocessableContent, "no-items", title: Texts["api.items-refused"],
                detail: Texts["api.no-items", ["items": kept ?? 0]], parameter: "empty")
        case .tooMany: throw Self.refusal(Texts["api.too-many-items", ["limit": OptionList.maximumItems]])
        case .duplicateKey: throw Self.refusal(Texts["api.duplicate-item"])
        case .unknownParent(let parent): throw Self.refusal(Texts["api.unknown-parent", ["parent": parent]])
        case .invalidItem: throw Self.refusal(Texts["api.invalid-item"])
        }
    }

    private static func noList(_ name: String) -> APIProblem {
        APIProblem.notFound("list-not-found", Texts["api.no-such-list", ["list": name]])
    }

    private static func refusal(_ detail: String, _ diagnostics: [Diagnostic]? = nil) -> APIProblem {
        var problem = APIProblem(
            .unprocessableContent, "invalid-items", title: Texts["api.items-refused"], detail: detail)
        problem.diagnostics = diagnostics
        return problem
    }
}
