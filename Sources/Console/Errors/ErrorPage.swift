/// What went wrong, what is safe, what to do.
struct ErrorPage: Page {
    static let template = "errors/show"
    var chrome: Chrome
    var heading: String
    var what: String
    var safe: String?
    var links: [Link]
    /// The status code and its name.
    var status: String
    var requestID: String

    /// A way on.
    struct Link: Sendable {
        var href: String
        var label: String
    }

    static let sample = ErrorPage(
        chrome: .sample, heading: "Not found", what: "There is no such page.", safe: "Nothing was changed.",
        links: [Link(href: "/features", label: "All features")], status: "404 Not Found", requestID: "0123")
}
