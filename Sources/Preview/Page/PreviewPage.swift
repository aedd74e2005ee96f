/// A complete page and its content security policy.
package struct PreviewPage: Sendable {
    /// The whole HTML document; it needs no other file.
    package let html: String
    /// The `Content-Security-Policy` header: a sandbox with an opaque origin; scripts only with the page's nonce.
    package let contentSecurityPolicy: String
    /// The page's title: that of the document, cut to 300 bytes, or else of its kind, or else the word “Preview” in
    /// the page's language.
    package let title: String
    /// The objects without a template, in page order, shown as outlines.
    package let outlines: [PreviewOutline]
    /// The current JSON data of a form or questionnaire; nil for other documents.
    package let filling: String?
}
