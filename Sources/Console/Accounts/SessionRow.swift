import Publishing

/// A session in the list of an account's sessions, with the address of the form that ends it.
struct SessionRow: Sendable {
    var browser: String
    /// The client's IP address at the sign-in.
    var address: String
    var signedInAt: TimeLabel
    var lastSeenAt: TimeLabel
    var isThis: Bool
    var endHref: String

    /// Creates the row of a session; `account` is the path of the page with the list, `current` the id of the session
    /// in which the page is shown.
    init(_ session: ActiveSession, account: String, current: Int, clock: Clock) {
        browser = Browser.words(session.userAgent)
        address = session.remoteAddress
        signedInAt = clock.when(session.createdAt)
        lastSeenAt = clock.when(session.lastSeenAt)
        isThis = session.id == current
        endHref = Paths.sessionEnd(session.id, of: account)
    }

    static let sample = SessionRow(
        ActiveSession(
            id: 1, createdAt: TimeLabel.sampleDate, lastSeenAt: TimeLabel.sampleDate, remoteAddress: "192.0.2.1",
            userAgent: "Firefox/140.0 Linux"),
        account: "/account", current: 1, clock: Clock(now: TimeLabel.sampleDate))
}
