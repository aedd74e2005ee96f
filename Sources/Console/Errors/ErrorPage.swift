/// The error page: what happened, what is unaffected, and what to do.
struct ErrorPage: Page {
    static let template = "errors/show"
    var chrome: Chrome
    var heading: String
    var what: String
    /// A sentence about what is unaffected, such as `Nothing was changed.`; nil for none.
    var safe: String?
    /// The submitted form, which the page offers to send again; nil for none.
    var again: Again?
    var hasTyped = false
    /// The texts that were typed into a form that cannot be sent again, for copying.
    var typed: [String] = []
    var links: [Link]
    /// The HTTP status code and its name, such as `404 Not Found`.
    var status: String
    var requestID: String

    /// A link to another page.
    struct Link: Sendable {
        var href: String
        var label: String
        /// True if the link opens in a new tab, because the page with the link is still needed.
        var isInNewTab = false

        /// Returns the link to the page of a feature.
        static func feature(_ name: String) -> Link {
            Link(href: Paths.feature(name), label: Texts["errors.open", ["feature": name]])
        }
    }

    /// The submitted form, with all its fields as hidden fields.
    struct Again: Sendable {
        /// The path and query to which the form is sent again; for a renamed feature, with the feature's present name.
        var action: String
        var fields: [HiddenField]
    }

    static let sample = ErrorPage(
        chrome: .sample, heading: "Not found", what: "There is no such page.", safe: "Nothing was changed.",
        again: Again(action: "/features", fields: [HiddenField(name: "csrf", value: "token")]),
        hasTyped: true, typed: ["A text"],
        links: [Link(href: "/features", label: "All features")], status: "404 Not Found", requestID: "0123")
}
