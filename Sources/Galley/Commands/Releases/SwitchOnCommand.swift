import ArgumentParser
import Publishing

/// The command that switches a feature on again with its existing rules.
struct SwitchOnCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "switch-on", abstract: "Switch a feature on again, on one platform or on all.",
        discussion: "The rules resume as they stand, also those published while it was switched off.")

    @OptionGroup var installation: InstallationOptions
    @OptionGroup var format: FormatOption
    @OptionGroup var change: ChangeOptions
    @Argument var name: String
    @Option(help: "Only there; every platform that is switched off without.") var platform: String?

    func run() throws {
        let request = SwitchOnRequest(
            feature: name, platform: platform, expectedRelease: change.expected, reason: change.reason,
            dryRun: change.dryRun, idempotencyKey: change.idempotencyKey)
        try ReleaseAnswer.print(try installation.open().releases.switchOn(request, by: .operator), as: format)
    }
}
