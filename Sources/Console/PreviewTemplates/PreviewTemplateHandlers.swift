import HTTPTypes
import MicroHTTP
import Preview
import Publishing
import SchemaRepository

/// Shows, tries, saves and withdraws the preview templates of entities (schemas of the repository).
struct PreviewTemplateHandlers: Sendable {
    let stores: Stores
    let catalogue: Catalogue
    let texts: UnsavedTexts
    let panels: PreviewPanels
    let pages: PageRenderer
    let errors: ErrorPages

    /// Shows the template of an entity, and its examples drawn with it.
    @Sendable func show(_ request: SignedInRequest) throws -> Response {
        guard let shown = try shown(request, id: request.request.query["id"] ?? "") else {
            return try errors.notFound(request)
        }
        return try page(request, shown, text: shown.text)
    }

    /// Saves the sent template if the field `step` is `save`; otherwise draws the examples with it. A template that
    /// cannot be used is shown again with the reason.
    @Sendable func create(_ request: SignedInRequest) throws -> Response {
        guard let shown = try shown(request, id: request.field("id")) else { return try errors.notFound(request) }
        let text = (request.form["text"] ?? "").replacing("\r\n", with: "\n")
        guard (1...PreviewTemplate.maximumBytes).contains(text.utf8.count) else {
            return try page(
                request, shown, text: text, refused: PreviewTemplateWords.wrongSize, status: .unprocessableContent)
        }
        if let objection = PreviewRenderer.objection(to: text, named: shown.entity.id) {
            return try page(
                request, shown, text: text, refused: PreviewTemplateWords.refused(objection),
                status: .unprocessableContent)
        }
        guard request.field("step") == "save" else {
            return try page(request, shown, text: text, trial: TrialTemplate(entity: shown.entity.id, text: text))
        }
        switch try stores.previewTemplates.save(text, of: shown.entity.id, by: request.account.actor) {
        case .saved: return redirect(request, shown, NoticeCode.templateSaved)
        case .unchanged: return redirect(request, shown, NoticeCode.templateUnchanged)
        case .invalidSize:
            return try page(
                request, shown, text: text, refused: PreviewTemplateWords.wrongSize, status: .unprocessableContent)
        }
    }

    /// Withdraws the uploaded template of an entity, so that previews use the repository's template again or, without
    /// one, Galley's own drawing.
    @Sendable func withdraw(_ request: SignedInRequest) throws -> Response {
        guard let shown = try shown(request, id: request.field("id")) else { return try errors.notFound(request) }
        _ = try stores.previewTemplates.withdraw(of: shown.entity.id, by: request.account.actor)
        return redirect(request, shown, NoticeCode.templateWithdrawn)
    }

    private func redirect(_ request: SignedInRequest, _ shown: Shown, _ code: String) -> Response {
        request.redirect(
            to: Paths.schemaTemplate, saying: code, query: "id=" + PercentCoding.encode(shown.entity.id))
    }

    /// An entity that previews can draw, with its current template.
    private struct Shown {
        var entity: Entity
        var schemaRelease: Int
        var origin: TemplateOrigin
        var history: [PreviewTemplate]
        /// The text of the uploaded template or, without one, of the template in the schema repository; empty if there
        /// is neither.
        var text: String
    }

    private func shown(_ request: SignedInRequest, id: String) throws -> Shown? {
        guard let current = try catalogue.current(), let entity = current.repository.entity(id) else {
            return nil
        }
        let origin = try catalogue.renderer(for: current.repository).templateOrigin(of: id)
        guard origin != .notDrawn else { return nil }
        let history = try stores.previewTemplates.history(of: id)
        let text = origin == .uploaded ? history.first?.body : Self.own(of: entity, in: current.repository)
        return Shown(
            entity: entity, schemaRelease: current.number, origin: origin, history: history, text: text ?? "")
    }

    /// Returns the `preview.mustache` beside an entity's schema; nil if there is none.
    private static func own(of entity: Entity, in repository: SchemaRepository) -> String? {
        let path = entity.id.drop { $0 == "/" } + "/preview.mustache"
        return repository.documents.first { $0.path == path }.map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    private func page(
        _ request: SignedInRequest, _ shown: Shown, text: String, trial: TrialTemplate? = nil, refused: String? = nil,
        status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let key = trial.map { trial in
            texts.keep(
                UnsavedTexts.Entry(bytes: Array(trial.text.utf8), kind: PreviewTemplateWords.kind(shown.entity.id)))
        }
        let examples = panels.examples(of: shown.entity, in: shown.schemaRelease, trying: key, request)
        let maySave = request.account.may(.manageSchemas)
        return try pages.render(
            PreviewTemplatePage(
                chrome: request.chrome(PreviewTemplateWords.title(shown.entity.name), .schemas),
                id: shown.entity.id, name: shown.entity.name, entityHref: Paths.schema(shown.entity.id),
                action: Paths.schemaTemplates, withdrawAction: Paths.schemaTemplateWithdrawals,
                origin: PreviewTemplateWords.origin(shown.origin), isTrial: trial != nil, refused: refused,
                maySave: maySave, mayWithdraw: maySave && shown.origin == .uploaded, text: text,
                hasExamples: !examples.isEmpty, examples: examples, hasHistory: !shown.history.isEmpty,
                history: shown.history.map { PreviewTemplatePage.Row($0, clock: request.clock) }),
            status: status)
    }
}
