import Foundation
import HTTPTypes
import JSONText
import Logging
import MicroHTTP
import Preview
import Publishing
import SchemaRepository

/// Previews in the management API: the HTML pages that the console shows in frames.
struct PreviewResources: Sendable {
    let stores: Stores
    let catalogue: Catalogue
    let checked: CheckedTexts
    let logger: Logger
    let now: @Sendable () -> Date
    let token: @Sendable () -> String

    /// `POST /api/v1/preview`: renders the body as a document. The query names its kind (`kind`) or its feature
    /// (`feature`); without either, the kind is recognized from the document.
    @Sendable func create(_ request: Request, by account: Account) throws -> Response {
        let apiRequest = APIRequest(request, by: account)
        guard let schemas = try catalogue.current() else { throw APIProblem.noSchemas }
        let name = try apiRequest.text("feature")
        let kind = try apiRequest.documentKind(in: schemas.repository, features: stores.features)
        return try page(apiRequest, request.body, kind: kind, feature: name, revision: nil, in: schemas.repository)
    }

    /// `GET /api/v1/features/:feature/revisions/:number/preview`: renders a saved revision.
    @Sendable func show(_ request: Request, by account: Account) throws -> Response {
        let apiRequest = APIRequest(request, by: account)
        guard let repository = try catalogue.current()?.repository else { throw APIProblem.noSchemas }
        let name = apiRequest.segment("feature")
        let text = apiRequest.segment("number")
        guard let feature = try stores.features.feature(named: name) else { throw APIProblem.noFeature(name) }
        guard
            let revision = try Int(asked: text).flatMap({
                try stores.revisions.revision(of: feature.name, number: $0)
            })
        else { throw APIProblem.noRevision(text, of: feature.name) }
        return try page(
            apiRequest, revision.bytes, kind: repository.kind(named: feature.kind), feature: feature.name,
            revision: revision.number, in: repository)
    }

    private func page(
        _ apiRequest: APIRequest, _ bytes: [UInt8], kind: DocumentKind?, feature: String?, revision: Int?,
        in repository: SchemaRepository
    ) throws -> Response {
        let options = try options(apiRequest, feature: feature, platforms: repository.platforms)
        var document = checked.document(bytes, kind: kind, in: repository, work: apiRequest.work)
        let renderer = try catalogue.renderer(for: repository, trying: nil)
        if let edition = try PreviewEdition(
            of: document, feature: feature, revision: revision, options: options, stores: stores,
            repository: repository, work: apiRequest.work)
        {
            guard let bytes = edition.bytes else {
                throw Self.noEdition(renderer.gaps(of: document, options: options, work: apiRequest.work))
            }
            document = checked.document(bytes, kind: kind, in: repository, work: apiRequest.work)
        }
        let page = renderer.page(
            for: document, options: options, nonce: token(), frame: .none,
            sources: PreviewSources(
                stores: stores, repository: repository, feature: feature, now: now(), logger: logger,
                work: apiRequest.work), work: apiRequest.work)
        return PreviewHandlers.framed(.html(page.html), policy: page.contentSecurityPolicy, caching: "no-store")
    }

    /// Reads the options from the query. Throws a problem for a value that is not allowed. The console's own pages
    /// accept such a value and use, for example, the default instead.
    private func options(_ apiRequest: APIRequest, feature: String?, platforms: [String]) throws -> PreviewOptions {
        let platform = try apiRequest.text("platform")
        if let platform, !platforms.contains(platform) {
            throw APIProblem.invalidParameter(
                "platform",
                Texts["api.no-such-platform", ["platform": platform, "platforms": platforms.joined(separator: ", ")]])
        }
        if let version = try apiRequest.text("client_version") {
            _ = try APIRequest.version(version, "client_version")
            guard platform != nil else { throw APIProblem.missing("platform") }
        }
        if let device = try apiRequest.text("device"), Device(rawValue: device) == nil {
            let names = Device.allCases.map(\.rawValue).joined(separator: ", ")
            throw APIProblem.invalidParameter("device", Texts["api.word-expected", ["name": "device", "words": names]])
        }
        _ = try apiRequest.word("dir", Direction.self)
        _ = try apiRequest.word("theme", Theme.self)
        _ = try apiRequest.word("state", ScreenState.self)
        _ = try apiRequest.number("step", in: 1...PreviewOptions.maximumStep)
        for (name, words) in [("edition", ["0", "1"]), ("fill", ["test"])] {
            guard let word = try apiRequest.text(name), !words.contains(word) else { continue }
            let all = words.joined(separator: ", ")
            throw APIProblem.invalidParameter(name, Texts["api.word-expected", ["name": name, "words": all]])
        }
        if let scale = try apiRequest.text("scale"), !PreviewOptions.fontScales.contains(Double(scale) ?? .nan) {
            throw APIProblem.invalidParameter("scale", Texts["api.scale-expected"])
        }
        if let name = try apiRequest.text("filling"),
            try feature.flatMap({ try stores.fillings.filling(named: name, of: $0) }) == nil
        {
            throw APIProblem.invalidParameter("filling", Texts["api.no-such-filling", ["name": name]])
        }
        var options = PreviewOptions(query: apiRequest.request.query.dictionary)
        if try apiRequest.text("lang") != nil, options.language.map(Self.isLanguage) != true {
            throw APIProblem.invalidParameter("lang", Texts["api.language-expected"])
        }
        // For a given client, the preview shows the edition for that client by default, because that is what the client
        // gets or, if the document is not live for the client, would get. `edition=0` shows the whole document and
        // marks the parts that the client does not support.
        options.showsEdition = options.clientVersion != nil && apiRequest.request.query["edition"] != "0"
        return options
    }

    /// Returns true if a language tag begins with the code of a known language.
    private static func isLanguage(_ tag: String) -> Bool {
        Locale.LanguageCode(String(tag.prefix { $0 != "-" }).lowercased()).isISOLanguage
    }

    /// Returns the problem for a client for which no edition can be assembled. The diagnostics list the parts of the
    /// document that the client does not support: as warnings if a part can be replaced or left out, otherwise as
    /// errors.
    private static func noEdition(_ gaps: [ClientGap]) -> APIProblem {
        var problem = APIProblem(
            .unprocessableContent, "no-edition", title: Texts["preview.no-edition"], detail: Texts["api.no-edition"],
            parameter: "client_version")
        problem.diagnostics = gaps.map { gap in
            Diagnostic(
                severity: gap.replacement == nil ? .error : .warning, code: "document.unsupported",
                message: gap.message,
                pointer: gap.pointer, range: gap.range)
        }
        return problem
    }
}
