/// The lifetime of a session.
package struct SessionLifetime: Sendable, Hashable {
    /// The maximum time without a request.
    package var idle: Duration
    /// The maximum time since signing in.
    package var absolute: Duration

    package init(idle: Duration = .seconds(30 * 60), absolute: Duration = .seconds(8 * 3_600)) {
        self.idle = idle
        self.absolute = absolute
    }
}
