import ArgumentParser
import Publishing

/// The command that switches a feature off, so that it answers with 410.
struct SwitchOffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "switch-off", abstract: "Switch a feature off, on one platform or on all.")

    @OptionGroup var installation: InstallationOptions
    @OptionGroup var format: FormatOption
    @OptionGroup var change: ChangeOptions
    @Argument var name: String
    @Option(help: "Only on this platform; on all by default.") var platform: String?

    func run() throws {
        let request = SwitchRequest(
            feature: name, platform: platform, expectedRelease: change.expected, reason: change.reason,
            dryRun: change.dryRun, idempotencyKey: change.idempotencyKey)
        try ReleaseReport.print(try installation.open().releases.switchOff(request, by: .operator), as: format)
    }
}
