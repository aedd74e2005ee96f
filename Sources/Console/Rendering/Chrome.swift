import Mustache

/// The parts around every page's content: title, navigation, account, theme and notice.
struct Chrome: Sendable {
    /// The page's own title, without the product's name.
    var title: String
    var language = Texts.current.language
    var direction = Texts.current.direction
    /// The theme that the person chose, `light` or `dark`; nil for the system's theme.
    var theme: String?
    /// The theme that the button switches to, and the button's label.
    var otherTheme = "dark"
    var themeLabel = Texts["layout.use-the-dark-theme"]
    var account: SignedInLine?
    /// The CSRF token of the page's forms; empty before signing in.
    var csrf = ""
    /// The path and query of this page, to return to.
    var path = "/"
    var navigation: [NavigationItem] = []
    var notice: Notice?

    /// The signed-in account.
    struct SignedInLine: Sendable {
        /// The account's id.
        var id: Int
        var displayName: String
        var roles: String
    }

    /// A link of the main navigation.
    struct NavigationItem: Sendable {
        var label: String
        var href: String
        var icon: String
        var isCurrent: Bool
    }

    static let sample = Chrome(
        title: "Features", theme: "dark", account: SignedInLine(id: 1, displayName: "Ana", roles: "Analyst"),
        csrf: "token",
        path: "/features",
        navigation: [NavigationItem(label: "Features", href: "/features", icon: "features", isCurrent: true)],
        notice: .ok("Saved."))
}

extension Chrome.NavigationItem: MustacheParent {
    func child(named property: String) -> Any? {
        switch property {
        case "label": label
        case "href": href
        case "icon": icon
        case "isCurrent": isCurrent
        default: nil
        }
    }
}

/// A highlighted sentence on a page, about the result of an action or about a fact.
struct Notice: Sendable {
    /// The style: `ok`, `info`, `warn` or `bad`.
    var kind: String
    var icon: String
    var text: String

    static func ok(_ text: String) -> Notice { Notice(kind: "ok", icon: "check", text: text) }
    static func info(_ text: String) -> Notice { Notice(kind: "info", icon: "info", text: text) }
    static func warn(_ text: String) -> Notice { Notice(kind: "warn", icon: "alert", text: text) }
    static func bad(_ text: String) -> Notice { Notice(kind: "bad", icon: "alert", text: text) }
}

/// The sections of the console in the navigation.
enum Section: String, Sendable, CaseIterable {
    case features, releases, reviews, schemas, clients, accounts, audit

    var label: String {
        switch self {
        case .features: Texts["common.features"]
        case .reviews: Texts["reviews.reviews"]
        case .releases: Texts["common.releases"]
        case .schemas: Texts["common.schemas"]
        case .accounts: Texts["common.accounts"]
        case .audit: Texts["layout.audit"]
        case .clients: Texts["clients.section"]
        }
    }
}
