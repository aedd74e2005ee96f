package import JSONText

/// The outcome of registering a build of an app.
package enum RegisterClientOutcome: Sendable, Hashable {
    /// The build is registered; `warnings` did not prevent it.
    case registered(RegisteredClient, warnings: [Diagnostic])
    /// The same file is registered for the build already.
    case unchanged(RegisteredClient)
    /// The file cannot be used: errors and warnings in the order of its text.
    case invalid([Diagnostic])
    /// No schemas were imported that the names could be looked up in.
    case noSchemas
}

/// The outcome of withdrawing the registration of a build.
package enum WithdrawClientOutcome: Sendable, Hashable {
    case withdrawn(ClientRegistration)
    /// No build of that platform and version is registered.
    case notRegistered
}
