import HTTPTypes
import JSONText
import MicroHTTP
import Preview
import Publishing
import SchemaRepository

/// Lists, shows and saves the test data of features whose documents are forms or questionnaires.
struct FillingHandlers: Sendable {
    let stores: Stores
    let catalogue: Catalogue
    let texts: UnsavedTexts
    let shown: ShownFillings
    let panels: PreviewPanels
    let pages: PageRenderer
    let errors: ErrorPages

    /// Shows the list of a feature's test data and the form for a new set. With `?shown=`, the form contains the data
    /// that a preview showed.
    @Sendable func index(_ request: SignedInRequest) throws -> Response {
        guard let (feature, _) = try feature(request) else { return try missing(request) }
        var page = try page(request, feature)
        if let key = request.request.query["shown"], page.maySave {
            if let data = shown.data(key) {
                (page.text, page.isFromPreview) = (data, true)
            } else {
                page.chrome.notice = .warn(FillingWords.answersExpired)
            }
        }
        return try pages.render(page)
    }

    /// Shows one set of test data, and the newest revision filled with it.
    @Sendable func show(_ request: SignedInRequest) throws -> Response {
        guard let (feature, schemas) = try feature(request),
            let filling = try stores.fillings.filling(named: request.parameter("filling"), of: feature.name)
        else { return try missing(request) }
        let head = try stores.revisions.head(of: feature.name)
        let source = head.map { PreviewSource.revision(feature: feature.name, number: $0.number) }
        let options = PreviewOptions(filling: .saved(filling.name))
        return try pages.render(
            FillingPage(
                chrome: request.chrome(filling.name, .features), feature: feature.name,
                featureHref: Paths.feature(feature.name), fillingsHref: Paths.fillings(of: feature.name),
                row: FillingRow(filling, clock: request.clock),
                listing: Listing(filling.data, caption: Texts["fillings.json-of", ["name": filling.name]]),
                hasPreview: head != nil,
                panel: try panels.panel(
                    source ?? .text(texts.hold([], of: feature, by: request.account)), nil, of: feature,
                    in: schemas, options: options, clock: request.clock,
                    matrixAction: Paths.newMatrix(of: feature.name), linkAction: Paths.newLink(of: feature.name),
                    work: request.work)))
    }

    /// Saves a set of test data. If the data are invalid, the form is shown again with the problems. The response to a
    /// script is JSON.
    @Sendable func create(_ request: SignedInRequest) throws -> Response {
        guard let (feature, _) = try feature(request) else { return try missing(request) }
        let (name, text) = (request.field("name"), request.form["data"] ?? "")
        let outcome = try stores.fillings.save(
            text.asPasted, as: name, of: feature.name, by: request.account.actor)
        if request.request.headers[.accept]?.contains("application/json") == true {
            return try answer(outcome, text: text.asPasted)
        }
        let path = Paths.fillings(of: feature.name)
        var page = try page(request, feature)
        (page.name, page.text) = (request.form["name"] ?? "", text)
        switch outcome {
        case .saved: return request.redirect(to: path, saying: NoticeCode.fillingSaved)
        case .unchanged: return request.redirect(to: path, saying: NoticeCode.fillingUnchanged)
        case .noSuchFeature, .notFillable: return try missing(request)
        case .invalidName: page.nameProblem = FillingWords.nameRule
        case .invalid(let diagnostics):
            page.hasFindings = true
            page.findings = Self.findings(diagnostics, in: text.asPasted, at: "#data")
        }
        return try pages.render(page, status: .unprocessableContent)
    }

    private func page(_ request: SignedInRequest, _ feature: Feature) throws -> FillingIndexPage {
        FillingIndexPage(
            chrome: request.chrome(Texts["fillings.test-data-of", ["feature": feature.name]], .features),
            feature: feature.name,
            rows: try stores.fillings.fillings(of: feature.name).map { FillingRow($0, clock: request.clock) },
            maySave: request.account.may(.edit))
    }

    private func answer(_ outcome: SaveFillingOutcome, text: [UInt8]) throws -> Response {
        var saved: String?
        let answer: FillingAnswer
        switch outcome {
        case .saved(let filling):
            saved = filling.name
            answer = FillingAnswer(FillingWords.saved, kind: "ok")
        case .unchanged(let filling):
            saved = filling.name
            answer = FillingAnswer(FillingWords.unchanged, kind: "ok")
        case .noSuchFeature, .notFillable: answer = FillingAnswer(FillingWords.notFillable, kind: "bad")
        case .invalidName: answer = FillingAnswer(FillingWords.nameRule, kind: "bad")
        case .invalid(let diagnostics):
            answer = FillingAnswer(
                kind: "bad", sentence: nil, hasFindings: true,
                findings: Self.findings(diagnostics, in: text, at: "#saving-data"))
        }
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("answer")
        writer.string(try pages.fragment(FillingAnswerPart(answer: answer), template: "parts/filling_answer"))
        writer.name("wrongName")
        writer.bool(outcome == .invalidName)
        if let saved {
            writer.name("name")
            writer.string(saved)
            writer.name("choice")
            writer.string("saved:\(saved)")
        }
        writer.endObject()
        return .json(writer.bytes)
    }

    /// Returns the problems of a text. Each links to its text area, at `href`, because the page has no list of lines to
    /// link to.
    private static func findings(_ diagnostics: [Diagnostic], in text: [UInt8], at href: String) -> Findings {
        var findings = Findings(diagnostics, in: text, fixAction: nil)
        for index in findings.rows.indices { findings.rows[index].href = href }
        return findings
    }

    /// Returns the feature in the path and the current schemas; nil if the feature does not exist, if its documents are
    /// not forms or questionnaires, or if no schemas were imported.
    private func feature(_ request: SignedInRequest) throws -> (Feature, CurrentSchemas)? {
        guard let feature = try stores.features.feature(named: request.parameter("feature")),
            let schemas = try catalogue.current(), let entityKind = schemas.repository.kind(named: feature.kind)?.kind,
            FillingStore.fillable.contains(entityKind)
        else { return nil }
        return (feature, schemas)
    }

    private func missing(_ request: SignedInRequest) throws -> Response {
        try errors.notFound(
            request, what: Texts["fillings.there-is-no-such-test-data"])
    }
}

/// The data of the template that shows the result of saving test data.
struct FillingAnswerPart: Sendable {
    var answer: FillingAnswer
}

extension FillingAnswer {
    fileprivate init(_ sentence: String, kind: String) {
        self.init(kind: kind, sentence: sentence, hasFindings: false, findings: Findings(notice: ""))
    }
}
