import Foundation
import HTTPTypes
import MicroHTTP
import Publishing

/// The unsaved text of the reader, which the server keeps.
extension EditorHandlers {
    /// Returns the kept text itself, so that a script can compare it with the one in the browser.
    @Sendable func showCopy(_ request: SignedInRequest) throws -> Response {
        guard let feature = try stores.features.feature(named: request.parameter("feature")),
            let copy = try stores.workingCopies.copy(of: feature, by: request.account)
        else { return try errors.notFound(request) }
        return Response(
            status: .ok, headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
            body: copy.bytes)
    }

    /// Discards the kept text.
    @Sendable func discardCopy(_ request: SignedInRequest) throws -> Response {
        guard let feature = try stores.features.feature(named: request.parameter("feature")) else {
            return try errors.notFound(request)
        }
        try stores.workingCopies.discard(of: feature, by: request.account)
        return request.redirect(to: Paths.editor(of: feature.name), saying: NoticeCode.textDiscarded)
    }

    /// Keeps a draft for its author, unless the account may not save it or the draft names no editor.
    func keep(_ draft: EditorDraft, of feature: Feature, _ request: SignedInRequest) throws {
        guard request.account.may(.edit), let copy = draft.workingCopy(now: request.clock.now) else { return }
        try stores.workingCopies.keep(copy, of: feature, by: request.account)
    }
}

extension EditorDraft {
    /// The draft as the server keeps it; nil if it names no editor.
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
    /// A kept text that differs from the one on the page.
    struct Copy: Sendable {
        /// The address of the text itself.
        var href: String
        var restoreHref: String
        var discardHref: String
        var when: When

        init(_ copy: WorkingCopy, of feature: String, clock: Clock) {
            href = Paths.keptText(of: feature)
            restoreHref = Paths.workingCopy(of: feature)
            discardHref = Paths.discards(of: feature)
            when = clock.when(copy.changedAt)
        }
    }
}
