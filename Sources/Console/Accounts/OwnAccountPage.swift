/// The page of one's own account: changes the password, and lists and ends sessions.
struct OwnAccountPage: Page {
    static let template = "accounts/own"
    var chrome: Chrome
    var name: String
    var roles: String
    var passwordHref = Paths.ownPasswords
    var currentProblem: String?
    var passwordProblem: String?
    var sessions: [SessionRow]
    var sessionsEndHref = Paths.sessionsEnd(of: Paths.ownAccount)
    /// True if the account has sessions besides the current one.
    var hasOthers: Bool

    static let sample = OwnAccountPage(
        chrome: .sample, name: "ana", roles: "Analyst", currentProblem: "Wrong.", passwordProblem: "Too short.",
        sessions: [.sample], hasOthers: true)
}
