import ArgumentParser
import Publishing

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
    @Option(help: "The feature's live release that you know, 0 for none; refused if there is a newer one.")
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
