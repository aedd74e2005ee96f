/// Signing in.
struct SignInPage: Page {
    static let template = "sessions/new"
    var chrome: Chrome
    var name = ""
    /// Where to go afterwards.
    var returnPath = "/"
    var problem: String?

    static let sample = SignInPage(chrome: .sample, name: "ana", returnPath: "/features", problem: "Wrong.")
}
