/// The addresses a preview page may use; both are given by whoever serves it and are signed and short-lived there.
package struct FrameURLs: Sendable, Hashable {
    /// Where forms post; without it a form's buttons do nothing.
    package var formAction: String?
    /// The page's own address with a query, to which `&step=2` is appended; without it steps are not linked.
    package var page: String?

    package init(formAction: String? = nil, page: String? = nil) {
        self.formAction = formAction
        self.page = page
    }

    /// A page that stands alone, as `galley preview` writes it.
    package static let none = FrameURLs()
}
