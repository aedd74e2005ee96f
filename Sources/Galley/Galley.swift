import ArgumentParser

/// The command line of Galley: every command stands here, a line each.
@main struct Galley: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "galley", abstract: "The admin console for server-driven UI and forms.")
}
