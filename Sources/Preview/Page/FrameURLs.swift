/// The addresses that a preview page may use, provided by its server, which signs them for a short time.
package struct FrameURLs: Sendable, Hashable {
    /// The address that forms post to; without it a form's buttons do nothing.
    package var formAction: String?
    /// The page's own address with a query, to which `&step=2` is appended; without it steps are not linked.
    package var page: String?

    package init(formAction: String? = nil, page: String? = nil) {
        self.formAction = formAction
        self.page = page
    }

    /// The addresses of a standalone page from `galley preview`: none.
    package static let none = FrameURLs()
}
