/// How long a session lasts.
package struct SessionLifetime: Sendable, Hashable {
    /// Without a request.
    package var idle: Duration
    /// From signing in.
    package var absolute: Duration

    package init(idle: Duration = .seconds(30 * 60), absolute: Duration = .seconds(8 * 3_600)) {
        self.idle = idle
        self.absolute = absolute
    }
}
