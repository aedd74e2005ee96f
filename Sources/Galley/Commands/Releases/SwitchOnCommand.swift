import ArgumentParser
import Publishing

/// The command that switches a feature on again with its existing rules.
struct SwitchOnCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "switch-on", abstract: "Switch a feature on again, on one platform or on all.",
        discussion: "All rules apply again, including those published while it was switched off.")

    @OptionGroup var options: SwitchOptions

    func run() throws {
        let outcome = try options.installation.open().releases.switchOn(options.request, by: .operator)
        try ReleaseReport.print(outcome, as: options.format)
    }
}
