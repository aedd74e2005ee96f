/// The environment of a serving process, and the command that runs it as another account.
struct ProcessAccount: Sendable {
    let environment: [String: String]
    /// The command prefix; empty if the process runs as the supervisor's account.
    let prefix: [String]
}
