import ArgumentParser
import Publishing

/// The command for releases.
struct ReleaseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "release",
        abstract: "Publish and roll back, remove rules, switch features off and on; see what clients get.",
        subcommands: [
            PublishCommand.self, RollbackCommand.self, RemoveCommand.self, SwitchOffCommand.self, SwitchOnCommand.self,
            ResolveCommand.self, RestoreCommand.self, ReleaseListCommand.self,
        ])
}

/// The options of every command that makes a release.
struct ChangeOptions: ParsableArguments {
    @Option(
        help: """
            The feature's live release when you last looked, 0 for none; for a rollback without NAME, the newest \
            release. The command is refused if a newer release conflicts with it.
            """)
    var expected: Int?
    @Flag(help: "Report what would happen, without changing anything.") var dryRun = false
    @Option(help: "The reason, for the history.") var reason = ""
    @Option(help: "An idempotency key: repeating the request with the same key returns the first release.")
    var idempotencyKey: String?

    func validate() throws { try NumberOption.check("--expected", expected, in: 0...Int.max) }

    /// Makes a release, or with `--dry-run` plans it, and prints the outcome.
    func print<Request>(
        _ request: Request, plan: (Request, Actor) throws -> PlanOutcome,
        make: (Request, Actor) throws -> ReleaseOutcome, as format: FormatOption
    ) throws {
        if dryRun {
            try ReleaseReport.print(plan(request, .operator), as: format)
        } else {
            try ReleaseReport.print(make(request, .operator), as: format)
        }
    }
}
