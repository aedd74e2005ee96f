import HTTPTypes
import JSONText
import MicroHTTP
import Preview
import Publishing
import SchemaRepository

/// Saves and shows revisions.
struct RevisionHandlers: Sendable {
    /// The maximum number of revisions on a page of the list.
    private static let pageSize = 50

    let stores: Stores
    let catalogue: Catalogue
    let checks: TextChecks
    let panels: PreviewPanels
    let editor: EditorHandlers
    let pages: PageRenderer
    let errors: ErrorPages

    /// Shows the revisions of a feature, newest first.
    @Sendable func index(_ request: SignedInRequest) throws -> Response {
        guard let feature = try stores.features.feature(named: request.parameter("feature")) else {
            return try errors.notFound(request)
        }
        let before = request.request.query["before"].flatMap { Int(asked: $0) }
        let revisions = try ListPage(Self.pageSize) {
            try stores.revisions.revisions(of: feature.name, before: before, limit: $0)
        }
        let live = try liveRevisions(of: feature.name)
        let states = try stores.reviews.states(of: revisions.rows.map(\.number), of: feature.name)
        return try pages.render(
            HistoryPage(
                chrome: request.chrome(Texts["revisions.history-of", ["feature": feature.name]], .features),
                feature: feature.name, mayEdit: request.account.may(.edit),
                revisions: revisions.rows.map { RevisionRow($0, live: live, request, review: states[$0.number]) },
                olderHref: revisions.end.map { Paths.revisions(of: feature.name) + "?before=\($0.number)" }))
    }

    /// Saves a text, valid or not, unless a newer revision was saved in the meantime.
    @Sendable func create(_ request: SignedInRequest) throws -> Response {
        guard let feature = try stores.features.feature(named: request.parameter("feature")) else {
            return try errors.notFound(request)
        }
        let draft = EditorDraft(form: request.form)
        // Pressing Enter in the preview's options posts this form too; the changed options are then shown, and nothing
        // is saved.
        if let shown = request.form["enter"], shown != draft.options.query {
            return try editor.page(request, feature, draft)
        }
        guard draft.bytes.count <= JSONLimits.console.maximumBytes else {
            return try editor.page(
                request, feature, draft, notice: .bad(Texts["revisions.not-saved-a-document-has-at"]),
                status: .contentTooLarge)
        }
        return try save(draft, of: feature, request)
    }

    /// Saves a draft if the newest revision is still the one that its author saw, and returns the response.
    func save(_ draft: EditorDraft, of feature: Feature, _ request: SignedInRequest) throws -> Response {
        let name = feature.name
        let outcome = try stores.revisions.save(
            feature: name, bytes: draft.bytes, note: draft.note, revisionName: draft.revisionName,
            by: request.account.actor, expectedHead: draft.parent)
        switch outcome {
        case .saved(let revision):
            try drop(draft, of: feature, request)
            return request.redirect(to: Paths.editor(of: name), saying: NoticeCode.revisionSaved(revision.number))
        case .unchanged:
            try drop(draft, of: feature, request)
            return request.redirect(to: Paths.editor(of: name), saying: NoticeCode.unchanged)
        // A double click, or someone else saved exactly the same text.
        case .headMoved(let head?) where head.bytes == draft.bytes:
            try drop(draft, of: feature, request)
            return request.redirect(to: Paths.editor(of: name), saying: NoticeCode.revisionSaved(head.number))
        case .headMoved(let head):
            try editor.keep(draft, of: feature, request)
            return try conflict(request, name, draft, head)
        case .noSuchFeature: return try errors.notFound(request)
        case .noteTooLong:
            let sentence = Texts["revisions.not-saved-a-note-has-at", ["limit": RevisionStore.maximumNoteLength]]
            return try refuse(draft, of: feature, request, because: sentence)
        case .invalidName:
            let sentence = Texts["revisions.not-saved-invalid-name", ["limit": RevisionStore.maximumNameLength]]
            return try refuse(draft, of: feature, request, because: sentence)
        case .noSchemas:
            return try refuse(
                draft, of: feature, request, because: Texts["revisions.not-saved-no-schemas-are-loaded"])
        }
    }

    /// Stores a draft as its author's working copy, because it was not saved as a revision, and shows it in the editor
    /// with the reason.
    private func refuse(
        _ draft: EditorDraft, of feature: Feature, _ request: SignedInRequest, because sentence: String
    ) throws -> Response {
        try editor.keep(draft, of: feature, request)
        return try editor.page(request, feature, draft, notice: .bad(sentence), status: .unprocessableContent)
    }

    /// Deletes the working copy with the text that was saved.
    private func drop(_ draft: EditorDraft, of feature: Feature, _ request: SignedInRequest) throws {
        guard let copy = draft.workingCopy(now: request.clock.now) else { return }
        try stores.workingCopies.drop(copy, of: feature, by: request.account)
    }

    /// Shows one revision.
    @Sendable func show(_ request: SignedInRequest) throws -> Response {
        guard let page = try page(request) else { return try errors.notFound(request) }
        return try pages.render(page)
    }

    private func page(_ request: SignedInRequest) throws -> RevisionPage? {
        let number = Int(asked: request.parameter("number")) ?? 0
        guard let feature = try stores.features.feature(named: request.parameter("feature")),
            let revision = try stores.revisions.revision(of: feature.name, number: number)
        else { return nil }
        let options = PreviewOptions(query: request.request.query.dictionary)
        let schemas = try catalogue.current()
        let diagnostics = try stores.references.diagnostics(of: revision, kind: feature.kind)
        let marked = Set(diagnostics.compactMap { $0.range?.start.line })
        var page = RevisionPage(
            chrome: request.chrome(
                Texts["revisions.title", ["feature": feature.name, "number": number]], .features),
            feature: feature.name,
            row: RevisionRow(
                revision, live: try liveRevisions(of: feature.name), request,
                review: try stores.reviews.states(of: [number], of: feature.name)[number]),
            schemaRelease: revision.schemaRelease, hash: revision.hash,
            findings: Findings(diagnostics, in: revision.bytes, fixAction: nil),
            listing: Listing(
                String(decoding: revision.bytes, as: UTF8.self),
                caption: Texts["revisions.text-of-revision", ["number": number]],
                marked: marked),
            panel: try panels.panel(
                .revision(feature: feature.name, number: number),
                schemas.map { checks.check(revision.bytes, kind: feature.kind, in: $0, work: request.work) },
                of: feature, in: schemas, options: options, clock: request.clock,
                matrixAction: Paths.revision(of: feature.name, number) + "/matrix",
                linkAction: Paths.revision(of: feature.name, number) + "/links",
                savingFor: request.account.may(.edit) ? request.csrf : nil,
                work: request.work))
        page.mayEdit = request.account.may(.edit)
        page.compareHref = try stores.comparisonWithLive(of: feature.name, number)
        return page
    }

    /// Names a revision; an empty name removes its name.
    @Sendable func name(_ request: SignedInRequest) throws -> Response {
        let number = Int(asked: request.parameter("number")) ?? 0
        let feature = request.parameter("feature")
        let path = Paths.revision(of: feature, number)
        switch try stores.revisions.name(
            number, of: feature, as: request.field("name"), by: request.account.actor)
        {
        case .named: return request.redirect(to: path, saying: NoticeCode.revisionNamed)
        case .unchanged: return request.redirect(to: path, saying: NoticeCode.settingsUnchanged)
        case .noSuchRevision: return try errors.notFound(request)
        case .invalid:
            guard var page = try page(request) else { return try errors.notFound(request) }
            page.typedName = request.field("name")
            page.nameProblem = Texts["revisions.invalid-name", ["limit": RevisionStore.maximumNameLength]]
            return try pages.render(page, status: .unprocessableContent)
        }
    }

    private func liveRevisions(of feature: String) throws -> [Int: RolloutPercent] {
        try stores.liveTable(of: feature).shares
    }
}

extension RevisionRow {
    /// Creates the row of a revision, with the links that the signed-in account may use. `live` contains the rollout
    /// percentages of the live revisions by their numbers.
    init(
        _ revision: Revision, live: [Int: RolloutPercent], _ request: SignedInRequest, review state: ReviewState? = nil
    ) {
        self.init(
            number: revision.number, href: Paths.revision(of: revision.feature, revision.number),
            name: revision.name.nonEmpty, note: revision.note.isEmpty ? nil : revision.note, who: revision.author.name,
            when: request.clock.when(revision.createdAt), isValid: revision.isValid,
            problems: Texts["revisions.not-valid"],
            live: live[revision.number].map(\.liveWords),
            publishHref: revision.isValid && request.account.may(.publish)
                ? Paths.newRelease(of: revision.feature, revision: revision.number) : nil,
            review: state.flatMap { $0 == .draft ? nil : $0.title }, reviewBadge: state?.badge ?? "",
            reviewHref: Paths.review(of: revision.feature, revision.number),
            compareHref: revision.parent.map {
                Paths.comparison(of: revision.feature, .revision($0), .revision(revision.number))
            })
    }
}
