import MicroHTTP
import Preview
import Publishing

/// Stores the text that the editor sends, and redirects to a page about it: matrix, comparison or preview link.
struct TextHandlers: Sendable {
    let stores: Stores
    let texts: UnsavedTexts
    let errors: ErrorPages
    let subjects: PreviewSubjects
    let links: PreviewLinkHandlers

    /// Redirects to the page with previews of the text on several devices.
    @Sendable func createMatrix(_ request: SignedInRequest) throws -> Response {
        try create(request) { draft, subject in
            let baseFields = subject.baseFields.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
            return .seeOther(draft.options.address(subject.path + "/matrix", baseFields))
        }
    }

    /// Redirects to the comparison of the text with the revision that it is based on, or with the newest revision if it
    /// is based on none.
    @Sendable func createComparison(_ request: SignedInRequest) throws -> Response {
        try create(request) { draft, subject in
            guard case .text(let key) = subject.source else { return try errors.notFound(request) }
            let name = subject.feature.name
            let old = draft.started > 0 ? ComparisonPoint.revision(draft.started) : .newest
            return .seeOther(draft.options.address(Paths.comparison(of: name), "a=\(old.value)&b=text-\(key)"))
        }
    }

    /// Creates a link that shows the text on a phone, and redirects to the page with the link.
    @Sendable func createLink(_ request: SignedInRequest) throws -> Response {
        try create(request) { draft, subject in try links.make(of: subject, options: draft.options, request) }
    }

    private func create(
        _ request: SignedInRequest, _ answer: (EditorDraft, PreviewSubject) throws -> Response
    ) throws -> Response {
        guard let feature = try stores.features.feature(named: request.parameter("feature")) else {
            return try errors.notFound(request)
        }
        let draft = EditorDraft(form: request.form)
        if request.account.may(.edit), let copy = draft.workingCopy(now: request.clock.now) {
            try stores.workingCopies.keep(copy, of: feature, by: request.account)
        }
        let key = texts.hold(draft.bytes, of: feature, by: request.account)
        guard let subject = subjects.text(key, of: feature, request) else { return try errors.notFound(request) }
        return try answer(draft, subject)
    }
}
