import MicroHTTP
import Preview
import Publishing

/// Keeps unsaved texts for pages about them.
struct TextHandlers: Sendable {
    let drafts: Drafts
    let errors: ErrorPages

    let subjects: PreviewSubjects
    let links: PreviewLinkHandlers

    /// Redirects to the matrix of the text from the editor.
    @Sendable func createMatrix(_ request: SignedInRequest) throws -> Response {
        try create(request) { draft, subject in
            let beginnings = subject.beginnings.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
            return .seeOther(draft.options.address(subject.path + "/matrix", beginnings))
        }
    }

    /// A link of the text that the editor sends.
    @Sendable func createLink(_ request: SignedInRequest) throws -> Response {
        try create(request) { draft, subject in try links.make(of: subject, options: draft.options, request) }
    }

    private func create(
        _ request: SignedInRequest, _ answer: (EditorDraft, PreviewSubject) throws -> Response
    ) throws -> Response {
        guard let feature = try drafts.stores.features.feature(named: request.parameter("feature")) else {
            return try errors.notFound(request)
        }
        let draft = EditorDraft(form: request.form)
        let key = drafts.hold(draft.bytes, of: feature, by: request.account)
        guard let subject = subjects.text(key, of: feature, request) else { return try errors.notFound(request) }
        return try answer(draft, subject)
    }
}
