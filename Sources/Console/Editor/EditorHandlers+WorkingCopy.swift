import Foundation
import HTTPTypes
import MicroHTTP
import Publishing

/// The working copies: the unsaved texts of one account and one feature, which the server stores.
extension EditorHandlers {
    /// Sends a working copy's text, so that a script can compare it with the text in the browser.
    @Sendable func showCopy(_ request: SignedInRequest) throws -> Response {
        let page = request.request.query[EditorDraft.editorField] ?? EditorDraft.lastChanged
        guard let feature = try stores.features.feature(named: request.parameter("feature")),
            let copy = try workingCopy(page, of: feature, request)
        else { return try errors.notFound(request) }
        return Response(
            status: .ok, headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
            body: copy.bytes)
    }

    /// Returns the account's working copy from the editor page with an id; for ``EditorDraft/lastChanged``, the working
    /// copy that was changed last. Nil if there is none.
    func workingCopy(_ page: String, of feature: Feature, _ request: SignedInRequest) throws -> WorkingCopy? {
        try stores.workingCopies.copy(
            of: feature, by: request.account, from: page == EditorDraft.lastChanged ? nil : page)
    }

    /// Deletes a working copy and redirects to the editor.
    @Sendable func discardCopy(_ request: SignedInRequest) throws -> Response {
        guard let feature = try stores.features.feature(named: request.parameter("feature")) else {
            return try errors.notFound(request)
        }
        let page = request.form[EditorPage.Copy.field] ?? EditorDraft.lastChanged
        if let copy = try workingCopy(page, of: feature, request) {
            try stores.workingCopies.discard(copy.editor, of: feature, by: request.account)
        }
        return request.redirect(to: Paths.editor(of: feature.name), saying: NoticeCode.textDiscarded)
    }

    /// Stores a draft as the account's working copy from its editor page; deletes that copy if the draft equals the
    /// revision that it is based on. Does nothing if the account may not save revisions, or if the draft has no editor
    /// id or is too large.
    func keep(_ draft: EditorDraft, of feature: Feature, _ request: SignedInRequest) throws {
        guard request.account.may(.edit), let copy = draft.workingCopy(now: request.clock.now) else { return }
        try stores.workingCopies.keep(copy, of: feature, by: request.account)
    }
}

extension EditorDraft {
    /// Returns the draft as a working copy, with the note and the revision's name cut to their maximum lengths; nil if
    /// it has no editor id.
    func workingCopy(now: Date) -> WorkingCopy? {
        editor.map { editor in
            WorkingCopy(
                editor: editor, bytes: bytes, parent: parent, started: started,
                note: String(note.unicodeScalars.prefix(RevisionStore.maximumNoteLength)),
                revisionName: String(revisionName.unicodeScalars.prefix(RevisionStore.maximumNameLength)),
                changedAt: now)
        }
    }
}

extension EditorPage {
    /// The links of a working copy whose text differs from the text on the page.
    struct Copy: Sendable {
        /// The name of the form field with the id of the editor page whose working copy is discarded.
        static let field = "discarded"

        /// The id of the editor page from which the text was stored.
        var editor: String
        /// The address of the text itself.
        var href: String
        var restoreHref: String
        var discardHref: String
        var when: TimeLabel
        /// A sentence with the revision that the text is based on, and the exact time of the last change, by which
        /// texts can be told apart.
        var details: String

        init(_ copy: WorkingCopy, of feature: String, clock: Clock) {
            editor = copy.editor
            href = Paths.keptText(of: feature, editor: copy.editor)
            restoreHref = Paths.workingCopy(of: feature, editor: copy.editor)
            discardHref = Paths.discards(of: feature)
            when = clock.when(copy.changedAt)
            let base =
                copy.started == 0
                ? Texts["revisions.an-empty-document"]
                : Texts["releases.outcome-revision", ["revision": copy.started]]
            details = Texts["editor.kept-text-based-on", ["base": base, "time": when.exact]]
        }
    }
}
