/// The page of one account, for administrators: its state, its teams and its sessions.
struct AccountPage: Page {
    static let template = "accounts/show"
    var chrome: Chrome
    var name: String
    var displayName: String
    var roles: String
    var isDisabled: Bool
    /// True if the account can be disabled: it is enabled, and it is not that of the signed-in administrator.
    var mayDisable: Bool
    var disableHref: String
    var enableHref: String
    var teams: [Choice]
    var teamsHref: String
    var sessions: [SessionRow]
    var hasSessions: Bool
    var sessionsEndHref: String

    static let sample = AccountPage(
        chrome: .sample, name: "ana", displayName: "Ana", roles: "Analyst", isDisabled: true, mayDisable: true,
        disableHref: "/accounts/ana/disablements", enableHref: "/accounts/ana/enablements", teams: Choice.sample,
        teamsHref: "/accounts/ana/teams", sessions: [.sample],
        hasSessions: true, sessionsEndHref: "/accounts/ana/sessions/end")
}
