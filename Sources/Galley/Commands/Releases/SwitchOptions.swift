import ArgumentParser
import Publishing

/// The options of the commands that switch a feature off or on again.
struct SwitchOptions: ParsableArguments {
    @OptionGroup var installation: InstallationOptions
    @OptionGroup var format: FormatOption
    @OptionGroup var change: ChangeOptions
    @Argument(help: "The feature.") var name: String
    @Option(help: "Only on this platform; on all by default.") var platform: String?

    /// The request that the options describe.
    var request: SwitchRequest {
        SwitchRequest(
            feature: name, platform: platform, expectedRelease: change.expected, reason: change.reason,
            idempotencyKey: change.idempotencyKey)
    }
}
