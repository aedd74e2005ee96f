import HTTPTypes
import MicroHTTP
import Publishing

/// The management of accounts by administrators.
struct AccountHandlers: Sendable {
    let accounts: AccountStore
    let pages: PageRenderer
    let errors: ErrorPages

    /// Shows all accounts and the form that adds an account.
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
            page.problem = Texts["accounts.choose-at-least-one-role"]
            return try pages.render(page, status: .unprocessableContent)
        }
        let outcome = try accounts.add(
            name: name, displayName: page.displayName, password: request.form["password"] ?? "", roles: roles,
            by: request.account.actor)
        switch outcome {
        case .added: return request.redirect(to: Paths.accounts, saying: NoticeCode.accountAdded)
        case .invalidName:
            page.problem =
                Texts["accounts.use-lowercase-latin-letters-and-digits"]
        case .reservedName: page.problem = Texts["accounts.name-reserved", ["name": name]]
        case .invalidDisplayName: page.problem = DisplayName.rule
        case .displayNameTooLong:
            page.problem = Texts["accounts.display-name-too-long", ["limit": DisplayName.maximumLength]]
        case .taken: page.problem = Texts["accounts.an-account-named-already-exists", ["name": name]]
        case .weakPassword(let why): page.problem = why
        }
        return try pages.render(page, status: .unprocessableContent)
    }

    /// Replaces an account's roles and ends its sessions.
    @Sendable func setRoles(_ request: SignedInRequest) throws -> Response {
        let roles = Set(request.form.all("role").compactMap(Role.init))
        let heading = Texts["accounts.the-roles-were-not-changed"]
        guard !roles.isEmpty else {
            return try errors.refused(
                request, heading: heading, what: Texts["accounts.an-account-needs-at-least-one"])
        }
        let outcome = try accounts.setRoles(
            of: request.parameter("account"), to: roles, by: request.account.actor)
        switch outcome {
        case .changed: return request.redirect(to: Paths.accounts, saying: NoticeCode.rolesChanged)
        case .noSuchAccount: return try errors.notFound(request)
        case .lastAdministrator:
            return try errors.refused(
                request, heading: heading,
                what: Texts["accounts.this-is-the-only-administrator-make"])
        }
    }

    /// Sets a new password for an account and ends its sessions.
    @Sendable func resetPassword(_ request: SignedInRequest) throws -> Response {
        let outcome = try accounts.resetPassword(
            name: request.parameter("account"), password: request.form["password"] ?? "", by: request.account.actor)
        switch outcome {
        case .reset: return request.redirect(to: Paths.accounts, saying: NoticeCode.passwordReset)
        case .noSuchAccount: return try errors.notFound(request)
        case .weakPassword(let why):
            return try errors.refused(request, heading: Texts["accounts.the-password-was-not-reset"], what: why)
        }
    }

    /// Shows an account and its sessions.
    @Sendable func show(_ request: SignedInRequest) throws -> Response {
        guard let account = try accounts.account(named: request.parameter("account")) else {
            return try errors.notFound(request)
        }
        let path = Paths.account(account.name)
        let sessions = try accounts.sessions(of: account.name, now: request.clock.now)
        return try pages.render(
            AccountPage(
                chrome: request.chrome(account.name, .accounts), name: account.name, displayName: account.displayName,
                roles: account.roles.sorted().map(\.title).joined(separator: ", "), isDisabled: account.isDisabled,
                mayDisable: account.id != request.account.id && !account.isDisabled,
                disableHref: Paths.disablements(of: account.name), enableHref: Paths.enablements(of: account.name),
                teams: Self.choices(try accounts.teams(of: account.name)), teamsHref: Paths.teams(of: account.name),
                sessions: sessions.map {
                    SessionRow($0, account: path, current: request.session, clock: request.clock)
                }, hasSessions: !sessions.isEmpty, sessionsEndHref: Paths.sessionsEnd(of: path)))
    }

    /// Sets the teams for which an account may approve proposed schema releases and confirm planned versions.
    @Sendable func setTeams(_ request: SignedInRequest) throws -> Response {
        let name = request.parameter("account")
        let teams = Set(request.form.all("team").compactMap(Team.init))
        guard try accounts.setTeams(of: name, to: teams, by: request.account.actor) else {
            return try errors.notFound(request)
        }
        return request.redirect(to: Paths.account(name), saying: NoticeCode.teamsChanged)
    }

    /// Disables an account until it is enabled again: its sessions end, it cannot sign in, and its tokens are refused.
    @Sendable func disable(_ request: SignedInRequest) throws -> Response {
        let name = request.parameter("account")
        let heading = Texts["accounts.the-account-was-not-disabled"]
        switch try accounts.disable(name, by: request.account.actor) {
        case .disabled(let account):
            return request.redirect(to: Paths.account(account.name), saying: NoticeCode.accountDisabled)
        case .alreadyDisabled(let account):
            return request.redirect(to: Paths.account(account.name), saying: NoticeCode.accountUnchanged)
        case .noSuchAccount: return try errors.notFound(request)
        case .ownAccount:
            return try errors.refused(
                request, heading: heading, what: Texts["accounts.you-cannot-disable-your-own-account"])
        case .lastAdministrator:
            return try errors.refused(
                request, heading: heading,
                what: Texts["accounts.this-is-the-only-administrator-make"])
        }
    }

    /// Enables a disabled account.
    @Sendable func enable(_ request: SignedInRequest) throws -> Response {
        switch try accounts.enable(request.parameter("account"), by: request.account.actor) {
        case .enabled(let account):
            return request.redirect(to: Paths.account(account.name), saying: NoticeCode.accountEnabled)
        case .alreadyEnabled(let account):
            return request.redirect(to: Paths.account(account.name), saying: NoticeCode.accountUnchanged)
        case .noSuchAccount: return try errors.notFound(request)
        }
    }

    /// Ends one session of an account.
    @Sendable func endSession(_ request: SignedInRequest) throws -> Response {
        let name = request.parameter("account")
        guard let id = Int(asked: request.parameter("session")),
            try accounts.endSession(id, of: name, by: request.account.actor, now: request.clock.now)
        else { return try errors.notFound(request, what: Texts["accounts.this-session-has-already-ended"]) }
        return request.redirect(to: Paths.account(name), saying: NoticeCode.sessionsEnded(1))
    }

    /// Ends every session of an account, except the session of this request.
    @Sendable func endSessions(_ request: SignedInRequest) throws -> Response {
        guard let account = try accounts.account(named: request.parameter("account")) else {
            return try errors.notFound(request)
        }
        let keptSession = account.id == request.account.id ? request.session : nil
        let count = try accounts.endSessions(
            of: account.name, except: keptSession, by: request.account.actor, now: request.clock.now)
        return request.redirect(to: Paths.account(account.name), saying: NoticeCode.sessionsEnded(count))
    }

    private func page(_ request: SignedInRequest, chosen: Set<Role>) throws -> AccountIndexPage {
        AccountIndexPage(
            chrome: request.chrome(Texts["common.accounts"], .accounts),
            accounts: try accounts.list().map { account in
                AccountIndexPage.Row(
                    name: account.name, displayName: account.displayName,
                    roles: account.roles.sorted().map(\.title).joined(separator: ", "),
                    isYou: account.id == request.account.id, isDisabled: account.isDisabled,
                    href: Paths.account(account.name), rolesHref: Paths.roles(of: account.name),
                    choices: Self.choices(account.roles), passwordHref: Paths.passwords(of: account.name))
            },
            roles: Self.choices(chosen))
    }

    private static func choices(_ chosen: Set<Team>) -> [Choice] {
        Team.allCases.map { Choice(value: $0.rawValue, label: $0.title, isChosen: chosen.contains($0)) }
    }

    private static func choices(_ chosen: Set<Role>) -> [AccountIndexPage.RoleChoice] {
        Role.allCases.map {
            AccountIndexPage.RoleChoice(
                value: $0.rawValue, label: $0.title, description: $0.summary, isChosen: chosen.contains($0))
        }
    }
}
