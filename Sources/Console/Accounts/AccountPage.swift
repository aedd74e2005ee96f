/// The page of one account, for administrators: its state and its sessions.
struct AccountPage: Page {
    static let template = "accounts/show"
    var chrome: Chrome
    var name: String
    var displayName: String
    var roles: String
    var isDisabled: Bool
    /// True if the button to disable it is shown; nobody can disable their own account.
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
