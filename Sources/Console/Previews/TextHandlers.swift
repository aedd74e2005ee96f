import MicroHTTP
import Preview
import Publishing

/// Keeps unsaved texts for pages about them.
struct TextHandlers: Sendable {
    let drafts: Drafts
    let errors: ErrorPages

    /// Redirects to the matrix of the text from the editor.
    @Sendable func createMatrix(_ request: SignedInRequest) throws -> Response {
        try create(request, page: "matrix")
    }

    /// Redirects to the link of the text from the editor.
    @Sendable func createLink(_ request: SignedInRequest) throws -> Response {
        try create(request, page: "link")
    }

    private func create(_ request: SignedInRequest, page: String) throws -> Response {
        guard let feature = try drafts.stores.features.feature(named: request.parameter("feature")) else {
            return try errors.notFound(request)
        }
        let draft = EditorDraft(form: request.form)
        let key = drafts.hold(draft.bytes, of: feature, by: request.account)
        let beginnings = "parent=\(draft.parent)&started=\(draft.started)"
        return .seeOther(draft.options.address(Paths.text(of: feature.name, key) + "/\(page)", beginnings))
    }
}
