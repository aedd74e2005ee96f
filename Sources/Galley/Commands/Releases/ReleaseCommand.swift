import ArgumentParser

/// The command for releases.
struct ReleaseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "release", abstract: "Publish, roll back, remove, switch off and on; see what clients get.",
        subcommands: [
            PublishCommand.self, RollbackCommand.self, RemoveCommand.self, SwitchOffCommand.self, SwitchOnCommand.self,
            ResolveCommand.self, RestoreCommand.self, ReleaseListCommand.self,
        ])
}

/// The options of every command that makes a release.
struct ChangeOptions: ParsableArguments {
    @Option(help: "The feature's live release as you know it, 0 for none; refused when there is a newer one.")
    var expected: Int?
    @Flag(help: "Say what would happen, and change nothing.") var dryRun = false
    @Option(help: "Why, for the history.") var reason = ""
    @Option(help: "The same key with the same request answers with the first release instead of making another.")
    var idempotencyKey: String?
}
