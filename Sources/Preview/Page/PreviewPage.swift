/// A complete page and the policy it must be served with.
package struct PreviewPage: Sendable {
    /// The whole document, from `<!doctype html>`; it needs no other file.
    package let html: String
    /// The value of the `Content-Security-Policy` header: a sandbox without origin, scripts and styles by nonce.
    package let contentSecurityPolicy: String
    /// The page's title as the document gives it.
    package let title: String
    /// What no template draws, in the order of the page; it is shown as an outline of its properties.
    package let outlines: [PreviewOutline]
    /// The JSON that a form or questionnaire is filled with as it is shown; nil for other documents.
    package let filling: String?
}
