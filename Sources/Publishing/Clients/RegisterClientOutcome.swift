package import JSONText

/// The outcome of registering a build of an app.
package enum RegisterClientOutcome: Sendable, Hashable {
    /// The file has no errors, only these warnings. `register` has registered the build; `check` has stored nothing.
    case registered(RegisteredClient, warnings: [Diagnostic])
    /// The build's valid registration already has the same file, and its names still mean the same capabilities.
    case unchanged(RegisteredClient)
    /// The file has errors: its errors and warnings, in text order.
    case invalid([Diagnostic])
    /// The installation has no schemas yet in which to look up the names.
    case noSchemas
}

/// The outcome of withdrawing the registration of a build.
package enum WithdrawClientOutcome: Sendable, Hashable {
    case withdrawn(ClientRegistration)
    /// No build of that platform and version is registered.
    case notRegistered
}
