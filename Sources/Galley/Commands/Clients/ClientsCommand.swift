import ArgumentParser

/// The builds of the apps at the command line.
struct ClientsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clients", abstract: "Register what the builds of the apps decode, and check it.",
        subcommands: [Template.self, Check.self, Register.self, List.self, Withdraw.self])
}
