import ArgumentParser
import Publishing

/// The command that switches a feature on again with its existing rules.
struct SwitchOnCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "switch-on", abstract: "Switch a feature on again, on one platform or on all.",
        discussion: "All rules apply again, including those published while it was switched off.")

    @OptionGroup var installation: InstallationOptions
    @OptionGroup var format: FormatOption
    @OptionGroup var change: ChangeOptions
    @Argument var name: String
    @Option(help: "Only on this platform; on all by default.") var platform: String?

    func run() throws {
        let request = SwitchRequest(
            feature: name, platform: platform, expectedRelease: change.expected, reason: change.reason,
            dryRun: change.dryRun, idempotencyKey: change.idempotencyKey)
        try ReleaseReport.print(try installation.open().releases.switchOn(request, by: .operator), as: format)
    }
}
