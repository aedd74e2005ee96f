import Foundation
import HTTPTypes
import JSONText
import MicroHTTP
import Preview
import Publishing
import SchemaRepository

/// Shows the editor, and checks and previews its text while a person types.
struct EditorHandlers: Sendable {
    let stores: Stores
    let catalogue: Catalogue
    let checks: TextChecks
    let texts: UnsavedTexts
    let panels: PreviewPanels
    let pages: PageRenderer
    let errors: ErrorPages
    let component: EditorComponent?
    let authorTokens: DraftAuthorToken
    let token: @Sendable () -> String

    /// Shows the editor with the newest revision; with the revision in `?revision=`; with the unsaved text whose key is
    /// in `?text=`; or with the account's working copy from the editor page in `?copy=`.
    @Sendable func show(_ request: SignedInRequest) throws -> Response {
        guard let feature = try stores.features.feature(named: request.parameter("feature")) else {
            return try errors.notFound(request)
        }
        let head = try stores.revisions.head(of: feature.name)
        let query = request.request.query
        let named = query["revision"].flatMap { Int(asked: $0) }
        let started = try named.flatMap { try stores.revisions.revision(of: feature.name, number: $0) } ?? head
        var draft = EditorDraft(
            bytes: started?.bytes ?? [], parent: head?.number ?? 0, started: started?.number ?? 0, note: "",
            isDirty: false, options: PreviewOptions(query: query.dictionary))
        var notice: Notice?
        // Pages about an unsaved text link back to the editor. The query then contains `parent`, so that a save still
        // expects the newest revision that the person saw at first.
        if let key = query["text"] {
            if let entry = texts.held(key, of: feature, by: request.account) {
                draft.isDirty = entry.bytes != draft.bytes
                draft.bytes = entry.bytes
                draft.parent = query["parent"].flatMap { Int(asked: $0) } ?? draft.parent
                draft.started = query["started"].flatMap { Int(asked: $0) } ?? draft.started
                draft.note = query["note"] ?? ""
                draft.revisionName = query[EditorDraft.nameField] ?? ""
            } else {
                notice = .warn(PreviewWords.textGone)
            }
        }
        if let page = query[EditorDraft.editorField], let copy = try workingCopy(page, of: feature, request) {
            (draft.bytes, draft.parent, draft.started) = (copy.bytes, copy.parent, copy.started)
            (draft.note, draft.isDirty, draft.editor) = (copy.note, true, copy.editor)
            draft.revisionName = copy.revisionName
        }
        return try page(request, feature, draft, notice: notice)
    }

    /// Checks and previews a text. The response is JSON for a script, and the editor page for a form. A request can
    /// also format the text or repair a fault that pasting caused; a form can also apply the correction of a problem.
    @Sendable func check(_ request: SignedInRequest) throws -> Response {
        guard let feature = try stores.features.feature(named: request.parameter("feature")) else {
            return try errors.notFound(request)
        }
        if request.request.headers[.accept]?.contains("application/json") == true {
            return try answer(request, feature)
        }
        var draft = EditorDraft(form: request.form)
        if request.form["format"] != nil { draft.bytes = Self.formatted(draft.bytes) ?? draft.bytes }
        if request.form["repair"] != nil, let schemas = try catalogue.current() {
            draft.bytes = repair(of: draft.bytes, in: feature, schemas, request.work)?.bytes ?? draft.bytes
        }
        // `apply` is sent by browsers without scripts, to change the preview's options. If the text has no unsaved
        // changes, a redirect leads to an address with these options, so that the text need not be sent again.
        if request.form["apply"] != nil, try isSaved(draft, of: feature) {
            let started = "revision=\(draft.started)"
            return .seeOther(draft.options.address(Paths.editor(of: feature.name), draft.started > 0 ? started : ""))
        }
        if let command = request.form["fix"] {
            draft.bytes = Findings.Fix.apply(command, to: draft.bytes) ?? draft.bytes
        }
        try keep(draft, of: feature, request)
        return try page(request, feature, draft)
    }

    /// Renders the editor with a draft.
    func page(
        _ request: SignedInRequest, _ feature: Feature, _ draft: EditorDraft, notice: Notice? = nil,
        status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let schemas = try catalogue.current()
        let view = try view(request, feature, draft.bytes, draft.options, schemas, shown: draft.shown)
        let maySave = request.account.may(.edit)
        let saved =
            try draft.isDirty ? nil : stores.revisions.revision(of: feature.name, number: draft.started)
        let isReady = saved?.isValid ?? false
        let heading =
            draft.started == 0
            ? Texts["editor.new-document"]
            : maySave
                ? Texts["editor.edit-revision", ["revision": draft.started]]
                : Texts["common.revision-number", ["number": draft.started]]
        let stored = maySave ? try stores.workingCopies.copies(of: feature, by: request.account) : []
        // A page that shows the text of a working copy uses the copy's id, so that the page continues this copy.
        let editorID = draft.editor ?? stored.first(where: { $0.bytes == draft.bytes })?.editor ?? token()
        let others = stored.filter { $0.editor != editorID && $0.bytes != draft.bytes }
        var chrome = request.chrome(feature.name, .features)
        chrome.notice = notice ?? chrome.notice
        return try pages.render(
            EditorPage(
                chrome: chrome, component: component, feature: feature.name,
                featureHref: Paths.feature(feature.name), kind: schemas.title(of: feature.kind), heading: heading,
                checksHref: Paths.checks(of: feature.name), revisionsHref: Paths.revisions(of: feature.name),
                comparisonsHref: Paths.newComparison(of: feature.name),
                publishHref: isReady && request.account.may(.publish)
                    ? Paths.newRelease(of: feature.name, revision: draft.started) : nil,
                review: try isReady ? review(of: draft.started, feature, request.account) : nil,
                author: authorTokens.token(of: request.account.id, feature: feature.name),
                editor: editorID,
                copies: others.map { EditorPage.Copy($0, of: feature.name, clock: request.clock) },
                presence: try stores.presence(at: feature, isEditor: true, request),
                recoveryKey: "\(request.account.id):\(feature.id)", shown: view.shown, stale: view.stale,
                isDirty: draft.isDirty,
                parent: draft.parent, started: draft.started, next: draft.parent + 1, note: draft.note,
                revisionName: draft.revisionName,
                text: String(decoding: draft.bytes, as: UTF8.self), isEmpty: draft.bytes.isEmpty, maySave: maySave,
                findings: view.findings, panel: view.panel), status: status)
    }

    /// Returns the link to a revision's review if the account may not publish or the feature requires approvals; nil
    /// otherwise.
    private func review(of number: Int, _ feature: Feature, _ account: Account) throws -> EditorPage.Review? {
        guard try !account.may(.publish) || stores.reviews.policy(of: feature.name).required > 0 else { return nil }
        let state = try stores.reviews.states(of: [number], of: feature.name)[number] ?? .draft
        return EditorPage.Review(
            href: Paths.review(of: feature.name, number),
            label: state == .draft ? Texts["editor.request-review"] : Texts["reviews.open-review"])
    }

    private func answer(_ request: SignedInRequest, _ feature: Feature) throws -> Response {
        let query = request.request.query.dictionary
        let options = PreviewOptions(query: query)
        let body = request.request.body
        let schemas = try catalogue.current()
        let rewritten =
            query["repair"] != nil
            ? repair(of: body, in: feature, schemas, request.work)?.bytes
            : query["format"] != nil ? Self.formatted(body) : nil
        if let editor = EditorDraft.editor(query[EditorDraft.editorField]) {
            var draft = EditorDraft(
                bytes: rewritten ?? body, parent: query["parent"].flatMap { Int(asked: $0) } ?? 0,
                started: query["started"].flatMap { Int(asked: $0) } ?? 0, note: query["note"] ?? "", isDirty: true,
                options: options)
            draft.editor = editor
            draft.revisionName = query[EditorDraft.nameField] ?? ""
            try keep(draft, of: feature, request)
        }
        let view = try view(request, feature, rewritten ?? body, options, schemas, shown: query["shown"])
        let panel = view.panel
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("findings")
        writer.string(try pages.fragment(FindingsPart(findings: view.findings), template: "parts/diagnostics"))
        writer.name("look")
        writer.string(try pages.fragment(PreviewPanelPart(panel: panel), template: "parts/preview_panel"))
        writer.name("frame")
        writer.string(panel.frame.url)
        writer.name("device")
        writer.string(panel.frame.device)
        writer.name("width")
        writer.number(panel.frame.width)
        writer.name("height")
        writer.number(panel.frame.height)
        writer.name("open")
        writer.bool(panel.frame.drawsPhone)
        writer.name("stale")
        writer.string(view.stale ?? "")
        if view.stale == nil, let shown = view.shown {
            writer.name("shown")
            writer.string(shown)
        }
        if let rewritten {
            writer.name("text")
            writer.string(utf8: rewritten)
        }
        writer.endObject()
        return .json(writer.bytes)
    }

    /// The problems and the preview of a text.
    private struct View {
        var findings: Findings
        var panel: PreviewPanel
        /// The key of the text in the preview, in ``UnsavedTexts``; nil if the preview shows a revision or no readable
        /// text.
        var shown: String?
        /// The text of a badge that says which other text the preview shows, because the text in the editor has a
        /// syntax error; nil if the preview shows the text in the editor.
        var stale: String?
    }

    /// Checks and previews a text. If the text has a syntax error, the preview shows another text, if `substitute`
    /// finds one.
    private func view(
        _ request: SignedInRequest, _ feature: Feature, _ bytes: [UInt8], _ options: PreviewOptions,
        _ schemas: CurrentSchemas?, shown: String? = nil
    ) throws -> View {
        let checked = try (bytes.isEmpty ? nil : schemas).map {
            try checks.checkWithReferences(
                bytes, as: $0.repository.kind(named: feature.kind), of: feature.name, in: $0, work: request.work)
        }
        var findings =
            checked.map { Findings($0.diagnostics, in: bytes, fixAction: Paths.checks(of: feature.name)) }
            ?? Findings(
                notice: bytes.isEmpty
                    ? Texts["editor.paste-json-to-see-its-problems"]
                    : Texts["editor.no-schemas-are-loaded-so-the"])
        findings.repair = repair(of: bytes, in: feature, schemas, request.work).map {
            Findings.Repair(
                words: MessagePiece.pieces(of: $0.sentence), label: $0.label, command: "repair",
                action: Paths.checks(of: feature.name))
        }
        if findings.repair == nil, checked?.document != nil {
            if RightToLeftLines.shareALine(bytes) {
                findings.repair = Findings.Repair(
                    words: MessagePiece.pieces(of: EditorWords.reversed), label: EditorWords.format, command: "format",
                    action: Paths.checks(of: feature.name))
            } else {
                findings.reordered = RightToLeftLines.firstReversedMember(in: bytes).map {
                    Findings.Remark(words: MessagePiece.pieces(of: EditorWords.reversedMember(line: $0)))
                }
            }
        }
        findings.unreadable = ReplacementCharacters.firstLine(in: bytes).map {
            Findings.Remark(words: MessagePiece.pieces(of: EditorWords.unreadable(line: $0)))
        }
        let ownKey = texts.hold(bytes, of: feature, by: request.account)
        let isReadable = bytes.isEmpty || checked?.document != nil
        let substitute = isReadable ? nil : try substitute(of: feature, shown: shown, by: request.account)
        let checkedSubstitute = substitute.flatMap { substitute in
            schemas.map { checks.check(substitute.bytes, kind: feature.kind, in: $0, work: request.work) }
        }
        let panel = try panels.panel(
            substitute?.source ?? .text(ownKey), checkedSubstitute ?? checked, of: feature, in: schemas,
            options: options, clock: request.clock, matrixAction: Paths.newMatrix(of: feature.name),
            linkAction: Paths.newLink(of: feature.name), savingFor: request.account.may(.edit) ? request.csrf : nil,
            work: request.work)
        return View(
            findings: findings, panel: panel, shown: isReadable ? ownKey : substitute?.key, stale: substitute?.words)
    }

    /// A text without syntax errors that the preview shows in place of one with a syntax error.
    private struct Substitute {
        var source: PreviewSource
        var bytes: [UInt8]
        /// The key in ``UnsavedTexts``; nil for a revision.
        var key: String?
        var words: String
    }

    /// Returns the unsaved text whose key is `shown` if it is still stored and not empty, or else the newest valid one
    /// of the last 100 revisions; nil if there is neither.
    private func substitute(of feature: Feature, shown: String?, by account: Account) throws -> Substitute? {
        if let shown, let entry = texts.held(shown, of: feature, by: account), !entry.bytes.isEmpty {
            return Substitute(
                source: .text(shown), bytes: entry.bytes, key: shown, words: EditorWords.showingEarlier)
        }
        guard let number = try stores.revisions.revisions(of: feature.name).first(where: \.isValid)?.number,
            let revision = try stores.revisions.revision(of: feature.name, number: number)
        else { return nil }
        return Substitute(
            source: .revision(feature: feature.name, number: number), bytes: revision.bytes,
            words: EditorWords.showing(revision: number))
    }

    /// Returns the repair of a text with a fault that pasting caused; nil if no such fault is found.
    private func repair(
        of bytes: [UInt8], in feature: Feature, _ schemas: CurrentSchemas?, _ work: WorkBudget
    ) -> PasteRepair? {
        PasteRepair.found(for: bytes) { text in
            guard let schemas else { return PasteRepair.Check(errors: 0, isDocument: false) }
            return PasteRepair.Check(
                checks.check(text, kind: feature.kind, in: schemas, work: work), in: schemas.repository)
        }
    }

    /// Returns true if a text equals the revision that it is based on or, without such a revision, is empty.
    private func isSaved(_ draft: EditorDraft, of feature: Feature) throws -> Bool {
        guard draft.started > 0 else { return draft.bytes.isEmpty }
        return try stores.revisions.revision(of: feature.name, number: draft.started)?.bytes == draft.bytes
    }

    /// Returns the text indented, with one value per line; nil if it is not JSON.
    private static func formatted(_ bytes: [UInt8]) -> [UInt8]? {
        (try? JSONDocument(parsing: bytes, limits: .console)).map { JSONFormatter.pretty($0.root) }
    }
}

/// The data of the page part that lists problems.
struct FindingsPart: Sendable {
    var findings: Findings
}
