/// The URLs that a preview page may use. The server signs them, and they are valid for a limited time.
package struct FrameURLs: Sendable, Hashable {
    /// The URL that forms post to; without it, the buttons of forms do nothing.
    package var formAction: String?
    /// The page's own URL, to which a query item such as `step=2` is appended; without it, steps are not linked.
    package var page: String?

    /// Creates the URLs that a page may use; by default none.
    package init(formAction: String? = nil, page: String? = nil) {
        self.formAction = formAction
        self.page = page
    }

    /// Returns `formAction` with the fragment that scrolls the page to the element with an HTML id, in place of any
    /// other fragment; nil without `formAction`.
    func address(scrollingTo id: String) -> String? {
        formAction.map { address in String(address.prefix { $0 != "#" }) + "#" + id }
    }

    /// No URLs, for a standalone page such as that of `galley preview`.
    package static let none = FrameURLs()
}
