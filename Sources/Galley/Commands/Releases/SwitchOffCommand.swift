import ArgumentParser
import Publishing

/// The command that switches a feature off, so that the read API answers requests for it with 410.
struct SwitchOffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "switch-off", abstract: "Switch a feature off, on one platform or on all.")

    @OptionGroup var options: SwitchOptions

    func run() throws {
        let releases = try options.installation.open().releases
        try options.change.print(
            options.request, plan: releases.planSwitchOff, make: releases.switchOff, as: options.format)
    }
}
