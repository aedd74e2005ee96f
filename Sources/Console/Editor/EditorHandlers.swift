import Foundation
import HTTPTypes
import JSONText
import MicroHTTP
import Preview
import Publishing
import SchemaRepository

/// Writing a document: the page, and the check while typing.
struct EditorHandlers: Sendable {
    let stores: Stores
    let drafts: Drafts
    let pages: PageRenderer
    let errors: ErrorPages
    let component: EditorComponent?

    /// The page with the newest revision's text, or with the one that `?revision=` names.
    @Sendable func show(_ request: SignedInRequest) throws -> Response {
        guard let feature = try stores.features.feature(named: request.parameter("feature")) else {
            return try errors.notFound(request)
        }
        let head = try stores.revisions.head(of: feature.name)
        let query = request.request.query
        let named = query["revision"].flatMap { Int($0) }
        let started = try named.flatMap { try stores.revisions.revision(of: feature.name, number: $0) } ?? head
        var draft = EditorDraft(
            bytes: started?.bytes ?? [], parent: head?.number ?? 0, started: started?.number ?? 0, note: "",
            isDirty: false, options: PreviewOptions(query: query.dictionary))
        var notice: Notice?
        // A page about a text that is not saved leads back to it; a save then expects the head that it expected before.
        if let key = query["text"] {
            if let entry = drafts.texts.entry(key), entry.feature == feature.name {
                draft.isDirty = entry.bytes != draft.bytes
                draft.bytes = entry.bytes
                draft.parent = query["parent"].flatMap { Int($0) } ?? draft.parent
                draft.started = query["started"].flatMap { Int($0) } ?? draft.started
            } else {
                notice = .warn(PreviewWords.textGone)
            }
        }
        return try page(request, feature, draft, notice: notice)
    }

    /// Problems and preview of the text that is sent: as JSON for the script, as the page again for a form, which may
    /// also ask for the text formatted, cured of what pasting did, or a fix applied.
    @Sendable func check(_ request: SignedInRequest) throws -> Response {
        guard let feature = try stores.features.feature(named: request.parameter("feature")) else {
            return try errors.notFound(request)
        }
        if request.request.headers[.accept]?.contains("application/json") == true {
            return try answer(request, feature)
        }
        var draft = EditorDraft(form: request.form)
        if request.form["format"] != nil { draft.bytes = Self.formatted(draft.bytes) ?? draft.bytes }
        if request.form["cure"] != nil { draft.bytes = try cure(of: draft.bytes, in: feature)?.bytes ?? draft.bytes }
        if request.form["apply"] != nil, try isSaved(draft, of: feature) {
            let started = "revision=\(draft.started)"
            return .seeOther(draft.options.address(Paths.editor(of: feature.name), draft.started > 0 ? started : ""))
        }
        if let command = request.form["fix"] {
            draft.bytes = Findings.Fix.apply(command, to: draft.bytes) ?? draft.bytes
        }
        return try page(request, feature, draft)
    }

    /// The editor around a draft.
    func page(
        _ request: SignedInRequest, _ feature: Feature, _ draft: EditorDraft, notice: Notice? = nil
    ) throws -> Response {
        let kind = try drafts.catalogue.title(of: feature.kind)
        let (findings, look) = try look(request, feature, draft.bytes, draft.options)
        let heading = draft.started == 0 ? "New document" : "Edit revision \(draft.started)"
        let maySave = request.account.may(.edit)
        var chrome = request.chrome(feature.name, .features)
        chrome.notice = notice ?? chrome.notice
        return try pages.render(
            EditorPage(
                chrome: chrome, component: component, feature: feature.name,
                featureHref: Paths.feature(feature.name), kind: kind, heading: heading,
                checksHref: Paths.checks(of: feature.name), revisionsHref: Paths.revisions(of: feature.name),
                publishHref: !draft.isDirty && draft.started > 0 && request.account.may(.publish)
                    ? Paths.newRelease(of: feature.name, revision: draft.started) : nil,
                recoveryKey: feature.name, isDirty: draft.isDirty, parent: draft.parent, started: draft.started,
                next: draft.parent + 1, note: draft.note, text: String(decoding: draft.bytes, as: UTF8.self),
                maySave: maySave, findings: findings, look: look))
    }

    private func answer(_ request: SignedInRequest, _ feature: Feature) throws -> Response {
        let query = request.request.query.dictionary
        let options = PreviewOptions(query: query)
        let body = request.request.body
        let rewritten =
            query["cure"] != nil
            ? try cure(of: body, in: feature)?.bytes : query["format"] != nil ? Self.formatted(body) : nil
        let (findings, look) = try look(request, feature, rewritten ?? body, options)
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("findings")
        writer.string(try pages.fragment(FindingsPart(findings: findings), template: "parts/diagnostics"))
        writer.name("look")
        writer.string(try pages.fragment(PreviewLookPart(look: look), template: "parts/preview_look"))
        writer.name("frame")
        writer.string(look.frame.url)
        writer.name("device")
        writer.string(look.frame.device)
        writer.name("width")
        writer.number(look.frame.width)
        writer.name("height")
        writer.number(look.frame.height)
        if let rewritten {
            writer.name("text")
            writer.string(utf8: rewritten)
        }
        writer.endObject()
        return .json(writer.bytes)
    }

    private func look(
        _ request: SignedInRequest, _ feature: Feature, _ bytes: [UInt8], _ options: PreviewOptions
    ) throws -> (Findings, PreviewLook) {
        let checked = bytes.isEmpty ? nil : try drafts.checkWithReferences(bytes, kind: feature.kind)
        var findings =
            checked.map { Findings($0.diagnostics, in: bytes, fixAction: Paths.checks(of: feature.name)) }
            ?? Findings(
                notice: bytes.isEmpty
                    ? "Paste JSON: problems and preview show at once."
                    : "No schemas are loaded, so nothing can be checked.")
        findings.cure = try cure(of: bytes, in: feature).map {
            Findings.Cure(
                words: MessagePiece.pieces(of: $0.sentence), label: $0.label, action: Paths.checks(of: feature.name))
        }
        let look = try drafts.look(
            drafts.hold(bytes, of: feature), checked, of: feature, options: options,
            clock: request.clock, matrixAction: Paths.newMatrix(of: feature.name),
            linkAction: Paths.newLink(of: feature.name),
            savingFor: request.account.may(.edit) ? request.csrf : nil)
        return (findings, look)
    }

    /// What can be undone of what pasting did to a text.
    private func cure(of bytes: [UInt8], in feature: Feature) throws -> PasteCure? {
        try PasteCure.found(for: bytes) { try drafts.check($0, kind: feature.kind)?.diagnostics ?? [] }
    }

    /// Whether a text is that of the revision it began from.
    private func isSaved(_ draft: EditorDraft, of feature: Feature) throws -> Bool {
        guard draft.started > 0 else { return draft.bytes.isEmpty }
        return try stores.revisions.revision(of: feature.name, number: draft.started)?.bytes == draft.bytes
    }

    /// The text with one value a line; nil when it is no JSON.
    private static func formatted(_ bytes: [UInt8]) -> [UInt8]? {
        (try? JSONDocument(parsing: bytes, limits: .console)).map { JSONFormatter.pretty($0.root) }
    }
}

/// What the part of a page needs that lists problems.
struct FindingsPart: Sendable {
    var findings: Findings
}
