import HTTPTypes
import JSONText
import MicroHTTP
import Publishing

/// A request of a signed-in account.
struct SignedInRequest: Sendable {
    let request: Request
    let account: Account
    /// The id of the session.
    let session: Int
    /// The session's CSRF token.
    let csrf: String
    let clock: Clock
    /// The fields of a posted form, parsed once.
    let form: FormBody
    let notices: Notices
    /// The limits of time, steps and memory for the work on this request.
    let work: WorkBudget
    /// The id of the feature whose present or former name is in the path; nil if the path names no existing feature.
    var feature: Int?

    /// Returns the value of a parameter in the route's path, such as `feature`; empty if the route has none.
    func parameter(_ name: String) -> String { request.parameters[name] ?? "" }

    /// Returns a trimmed field of the form; empty if it is missing.
    func field(_ name: String) -> String { (form[name] ?? "").trimmingSpaces() }

    /// Returns a trimmed field of the form or, if the form lacks it, of the query; empty if both lack it.
    func value(_ name: String) -> String { (form[name] ?? request.query[name] ?? "").trimmingSpaces() }

    /// Returns the trimmed values of some fields, without duplicates and empty values. A field that the form lacks is
    /// read from the query.
    func values(_ names: String...) -> [String] {
        let values = names.flatMap { form[$0] == nil ? request.query.all($0) : form.all($0) }
        return values.map { $0.trimmingSpaces() }.reduce(into: []) { found, value in
            if !value.isEmpty, !found.contains(value) { found.append(value) }
        }
    }

    /// Returns a redirect to a page that shows the notice for a code.
    func redirect(to path: String, saying code: String, query: String = "") -> Response {
        notices.redirect(to: path, saying: code, session: csrf, query: query)
    }

    /// Returns the parts around a page's content for this account: title, navigation, theme and notice.
    func chrome(_ title: String, _ section: Section? = nil) -> Chrome {
        var chrome = Chrome(title, for: request)
        chrome.csrf = CSRF.token(csrf, about: feature)
        chrome.account = Chrome.SignedInLine(
            id: account.id, displayName: account.displayName,
            roles: account.roles.sorted().map(\.title).joined(separator: ", "))
        chrome.navigation = Section.allCases.filter { $0.permission.map(account.may) ?? true }.map {
            Chrome.NavigationItem(
                label: $0.label, href: "/" + $0.rawValue, icon: $0.rawValue, isCurrent: $0 == section)
        }
        chrome.notice = notices.notice(in: request, session: csrf)
        return chrome
    }
}

extension Section {
    /// The permission that an account needs to see the section in the navigation; nil if every account sees it.
    var permission: Permission? {
        switch self {
        case .accounts: .manageAccounts
        case .audit: .readAudit
        case .features, .releases, .reviews, .schemas, .clients: nil
        }
    }
}

extension Chrome {
    /// Creates the parts around a page's content, with the theme from the request's cookie and without an account.
    init(_ title: String, for request: Request) {
        self.init(title: title)
        path = request.method == .get ? request.target : "/"
        theme = ["light", "dark"].first { $0 == request.cookies["theme"] }
        if theme == "dark" { (otherTheme, themeLabel) = ("light", Texts["common.use-the-light-theme"]) }
    }
}

extension String {
    /// Returns the text without the Unicode scalars at both ends that are white space.
    func trimmingSpaces() -> String {
        let isSpace: (Unicode.Scalar) -> Bool = { $0.properties.isWhitespace }
        let scalars = unicodeScalars.drop(while: isSpace)
        return String(String.UnicodeScalarView(scalars.reversed().drop(while: isSpace).reversed()))
    }
}
