import HTTPTypes
import JSONText
import MicroHTTP
import Publishing

/// A request of someone who is signed in.
struct SignedInRequest: Sendable {
    let request: Request
    let account: Account
    /// The session’s number in the account’s list of sessions.
    let session: Int
    /// The token of the session's forms.
    let csrf: String
    let clock: Clock
    /// The fields of a posted form, parsed once.
    let form: FormBody
    let notices: Notices
    /// The steps and the time that the answer may take.
    let work: WorkBudget

    /// A segment of the path that the route names.
    func parameter(_ name: String) -> String { request.parameters[name] ?? "" }

    /// A field of the form, without spaces around it; empty when it is not there.
    func field(_ name: String) -> String { (form[name] ?? "").trimmingSpaces() }

    /// A field of the form or, where it has none of that name, of the address; without spaces around it.
    func value(_ name: String) -> String { (form[name] ?? request.query[name] ?? "").trimmingSpaces() }

    /// Goes on to a path and a query, where the page says what happened.
    func redirect(to path: String, saying code: String, query: String = "") -> Response {
        notices.redirect(to: path, saying: code, session: csrf, query: query)
    }

    /// What surrounds a page for this reader.
    func chrome(_ title: String, _ section: Section? = nil) -> Chrome {
        var chrome = Chrome(title, for: request)
        chrome.csrf = csrf
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
    /// What one must be allowed to see it in the navigation.
    var permission: Permission? {
        switch self {
        case .accounts: .manageAccounts
        case .audit: .readAudit
        case .features, .releases, .schemas: nil
        }
    }
}

extension Chrome {
    /// What surrounds a page for someone who is not signed in.
    init(_ title: String, for request: Request) {
        self.init(title: title)
        path = request.method == .get ? request.target : "/"
        theme = ["light", "dark"].first { $0 == request.cookies["theme"] }
        if theme == "dark" { (otherTheme, themeLabel) = ("light", "Use the light theme") }
    }
}

extension String {
    /// Without white space at both ends, scalar by scalar.
    func trimmingSpaces() -> String {
        let isSpace: (Unicode.Scalar) -> Bool = { $0.properties.isWhitespace }
        let scalars = unicodeScalars.drop(while: isSpace)
        return String(String.UnicodeScalarView(scalars.reversed().drop(while: isSpace).reversed()))
    }
}
