import ArgumentParser
import Publishing

/// The command that removes a rule, so that its clients get what the other rules give them.
struct RemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove the rule that starts at a client version.")

    @OptionGroup var installation: InstallationOptions
    @OptionGroup var format: FormatOption
    @OptionGroup var change: ChangeOptions
    @Argument(help: "The feature.") var name: String
    @Option(help: "The platform of the rule.") var platform: String
    @Option(help: "The client version at which the rule starts.") var from: String
    @Option(help: "The rule's revision, if several rules start at the version; all of them by default.")
    var revision: Int?

    func run() throws {
        let request = RemovalRequest(
            feature: name, platform: platform, from: try version(from), revision: revision,
            expectedRelease: change.expected, reason: change.reason, idempotencyKey: change.idempotencyKey)
        let releases = try installation.open().releases
        try change.print(request, plan: releases.planRemoval, make: releases.remove, as: format)
    }
}
