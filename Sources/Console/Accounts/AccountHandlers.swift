import HTTPTypes
import MicroHTTP
import Publishing

/// Accounts, for administrators.
struct AccountHandlers: Sendable {
    let accounts: AccountStore
    let pages: PageRenderer
    let errors: ErrorPages

    /// All accounts, and the form for one more.
    @Sendable func index(_ request: SignedInRequest) throws -> Response {
        try pages.render(try page(request, chosen: [.analyst]))
    }

    /// Adds an account.
    @Sendable func create(_ request: SignedInRequest) throws -> Response {
        let roles = Set(request.form.all("role").compactMap(Role.init))
        let name = AccountName.normalized(request.field("name"))
        var page = try page(request, chosen: roles)
        (page.name, page.displayName) = (name, request.field("displayName"))
        guard !roles.isEmpty else {
            page.problem = "Choose at least one role."
            return try pages.render(page, status: .unprocessableContent)
        }
        let outcome = try accounts.add(
            name: name, displayName: page.displayName, password: request.form["password"] ?? "", roles: roles,
            by: request.account.actor)
        switch outcome {
        case .added: return request.redirect(to: Paths.accounts, saying: NoticeCode.accountAdded)
        case .invalidName:
            page.problem =
                "A name is small Latin letters and digits, in parts joined by a dot, hyphen, underscore or @."
        case .invalidDisplayName: page.problem = DisplayName.rule
        case .taken: page.problem = "There is an account called \(name) already."
        case .weakPassword(let why): page.problem = why
        }
        return try pages.render(page, status: .unprocessableContent)
    }

    /// Gives an account other roles.
    @Sendable func setRoles(_ request: SignedInRequest) throws -> Response {
        let roles = Set(request.form.all("role").compactMap(Role.init))
        let heading = "The roles were not changed"
        guard !roles.isEmpty else {
            return try errors.refused(
                request, heading: heading, what: "An account has at least one role. Go back and choose.")
        }
        let outcome = try accounts.setRoles(
            of: request.parameter("account"), to: roles, by: request.account.actor)
        switch outcome {
        case .changed: return request.redirect(to: Paths.accounts, saying: NoticeCode.rolesChanged)
        case .noSuchAccount: return try errors.notFound(request)
        case .lastAdministrator:
            return try errors.refused(
                request, heading: heading,
                what: "Nobody else may manage accounts. Make someone else an administrator first.")
        }
    }

    /// Gives an account a new password.
    @Sendable func resetPassword(_ request: SignedInRequest) throws -> Response {
        let outcome = try accounts.resetPassword(
            name: request.parameter("account"), password: request.form["password"] ?? "", by: request.account.actor)
        switch outcome {
        case .reset: return request.redirect(to: Paths.accounts, saying: NoticeCode.passwordReset)
        case .noSuchAccount: return try errors.notFound(request)
        case .weakPassword(let why):
            return try errors.refused(request, heading: "The password was not reset", what: why)
        }
    }

    private func page(_ request: SignedInRequest, chosen: Set<Role>) throws -> AccountIndexPage {
        AccountIndexPage(
            chrome: request.chrome("Accounts", .accounts),
            accounts: try accounts.list().map { account in
                AccountIndexPage.Row(
                    name: account.name, displayName: account.displayName,
                    roles: account.roles.sorted().map(\.title).joined(separator: ", "),
                    isYou: account.id == request.account.id, rolesHref: Paths.roles(of: account.name),
                    choices: Self.choices(account.roles), passwordHref: Paths.passwords(of: account.name))
            },
            roles: Self.choices(chosen))
    }

    private static func choices(_ chosen: Set<Role>) -> [AccountIndexPage.RoleChoice] {
        Role.allCases.map {
            AccountIndexPage.RoleChoice(
                value: $0.rawValue, label: $0.title, description: $0.summary, isChosen: chosen.contains($0))
        }
    }
}
