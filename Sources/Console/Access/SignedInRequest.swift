import HTTPTypes
import JSONText
import MicroHTTP
import Publishing

/// A request of a signed-in account.
struct SignedInRequest: Sendable {
    let request: Request
    let account: Account
    /// The number of the session in the account's list.
    let session: Int
    /// The CSRF token of the session's forms.
    let csrf: String
    let clock: Clock
    /// The fields of a posted form, parsed once.
    let form: FormBody
    let notices: Notices
    /// The steps and the time that the answer may use.
    let work: WorkBudget
    /// The id of the feature that the name in the path means; nil on other pages.
    var feature: Int?

    /// Returns a path segment that the route names.
    func parameter(_ name: String) -> String { request.parameters[name] ?? "" }

    /// Returns a trimmed field of the form; empty if it is missing.
    func field(_ name: String) -> String { (form[name] ?? "").trimmingSpaces() }

    /// Returns a trimmed field of the form or else of the query; empty if it is missing.
    func value(_ name: String) -> String { (form[name] ?? request.query[name] ?? "").trimmingSpaces() }

    /// Returns every trimmed value of some fields of the form or else of the query, once and without empty ones.
    func values(_ names: String...) -> [String] {
        let values = names.flatMap { form[$0] == nil ? request.query.all($0) : form.all($0) }
        return values.map { $0.trimmingSpaces() }.reduce(into: []) { found, value in
            if !value.isEmpty, !found.contains(value) { found.append(value) }
        }
    }

    /// Redirects to a page that shows the notice of a code.
    func redirect(to path: String, saying code: String, query: String = "") -> Response {
        notices.redirect(to: path, saying: code, session: csrf, query: query)
    }

    /// Returns the frame of a page for this account.
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
    /// The permission that the section requires in the navigation; nil for none.
    var permission: Permission? {
        switch self {
        case .accounts: .manageAccounts
        case .audit: .readAudit
        case .features, .releases, .reviews, .schemas, .clients: nil
        }
    }
}

extension Chrome {
    /// Creates the frame of a page for a visitor who is not signed in.
    init(_ title: String, for request: Request) {
        self.init(title: title)
        path = request.method == .get ? request.target : "/"
        theme = ["light", "dark"].first { $0 == request.cookies["theme"] }
        if theme == "dark" { (otherTheme, themeLabel) = ("light", Texts["common.use-the-light-theme"]) }
    }
}

extension String {
    /// Removes white space at both ends, scalar by scalar.
    func trimmingSpaces() -> String {
        let isSpace: (Unicode.Scalar) -> Bool = { $0.properties.isWhitespace }
        let scalars = unicodeScalars.drop(while: isSpace)
        return String(String.UnicodeScalarView(scalars.reversed().drop(while: isSpace).reversed()))
    }
}
