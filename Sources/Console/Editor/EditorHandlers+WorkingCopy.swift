import Foundation
import HTTPTypes
import MicroHTTP
import Publishing

/// The working copy: the unsaved text of one account and one feature, which the server stores.
extension EditorHandlers {
    /// Sends the working copy's text, so that a script can compare it with the text in the browser.
    @Sendable func showCopy(_ request: SignedInRequest) throws -> Response {
        guard let feature = try stores.features.feature(named: request.parameter("feature")),
            let copy = try stores.workingCopies.copy(of: feature, by: request.account)
        else { return try errors.notFound(request) }
        return Response(
            status: .ok, headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
            body: copy.bytes)
    }

    /// Deletes the working copy and redirects to the editor.
    @Sendable func discardCopy(_ request: SignedInRequest) throws -> Response {
        guard let feature = try stores.features.feature(named: request.parameter("feature")) else {
            return try errors.notFound(request)
        }
        try stores.workingCopies.discard(of: feature, by: request.account)
        return request.redirect(to: Paths.editor(of: feature.name), saying: NoticeCode.textDiscarded)
    }

    /// Stores a draft as the account's working copy. Does nothing if the account may not save revisions, if the draft
    /// has no editor id or is too large, or if another editor page has stored a different text.
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
        /// The address of the text itself.
        var href: String
        var restoreHref: String
        var discardHref: String
        var when: TimeLabel

        init(_ copy: WorkingCopy, of feature: String, clock: Clock) {
            href = Paths.keptText(of: feature)
            restoreHref = Paths.workingCopy(of: feature)
            discardHref = Paths.discards(of: feature)
            when = clock.when(copy.changedAt)
        }
    }
}
