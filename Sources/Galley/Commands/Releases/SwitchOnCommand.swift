import ArgumentParser
import Publishing

/// The command that switches a feature on again with its existing rules.
struct SwitchOnCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "switch-on", abstract: "Switch a feature on again, on one platform or on all.",
        discussion: "All rules apply again, including those published while it was switched off.")

    @OptionGroup var options: SwitchOptions

    func run() throws {
        let releases = try options.installation.open().releases
        try options.change.print(
            options.request, plan: releases.planSwitchOn, make: releases.switchOn, as: options.format)
    }
}
