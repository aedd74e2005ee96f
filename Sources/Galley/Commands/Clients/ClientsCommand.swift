import ArgumentParser

/// The command for the capabilities of app builds.
struct ClientsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clients", abstract: "Register what the builds of the apps decode, and check it.",
        subcommands: [Template.self, Check.self, Register.self, List.self, Withdraw.self])
}
