import ArgumentParser
import Publishing

/// The command that publishes a revision for a range of client versions on one platform.
struct PublishCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish", abstract: "Publish a revision from a client version on a platform.",
        discussion: "Adds or replaces the rule that starts at that version, and keeps the others.")

    @OptionGroup var installation: InstallationOptions
    @OptionGroup var format: FormatOption
    @OptionGroup var change: ChangeOptions
    @Argument var name: String
    @Option var revision: Int
    @Option var platform: String
    @Option(help: "The lowest client version that gets it.") var from: String
    @Option(help: "The first client version that does not get it.") var until: String?
    @Option(help: "The share of clients that get it, 0 to 100 in steps of 0.1.") var percent = RolloutPercent.everyone

    @Flag(help: "Publish even without the required approvals; needs a --reason, and is shown on the feature's page.")
    var breakGlass = false

    func run() throws {
        let request = PublishRequest(
            feature: name, revision: revision, platform: platform, from: try version(from),
            until: try until.map(version), percent: percent, expectedRelease: change.expected, reason: change.reason,
            dryRun: change.dryRun, idempotencyKey: change.idempotencyKey, breakGlass: breakGlass)
        try ReleaseReport.print(try installation.open().releases.publish(request, by: .operator), as: format)
    }
}

extension RolloutPercent: ExpressibleByArgument {
    /// Parses `--percent`.
    public init?(argument: String) { self.init(argument) }
}
