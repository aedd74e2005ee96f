import ArgumentParser
import Foundation
import Logging
import PostgreSQL

/// Starts and supervises the console, read and service processes, and the private PostgreSQL if there is one. With
/// `--role`, runs only that process.
struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Run the console and the read API.",
        discussion: "Without DATABASE_URL, it creates a private PostgreSQL in the directory --data and runs it.")

    @OptionGroup var options: ServeOptions
    @Option(help: "Run only one process: console, read or service.") var role: ProcessRole?
    @Flag(help: "Load the demo features into an installation without features.") var demo = false
    @Flag(help: .private) var supervised = false

    func run() throws {
        StandardStreams.prepare()
        try ServeOptions.startLogging()
        defer { LogWriter.standardError.flush(seconds: 1) }
        if let role, !supervised { try giveUpRoot(for: role) }
        switch role {
        case nil: try Serving(options: options, demo: demo).run()
        case .console: try ConsoleProcess(options: options).run(supervised: supervised)
        case .read: try ReadProcess(options: options).run(supervised: supervised)
        case .service: try ServiceProcess(options: options).run(supervised: supervised)
        }
    }

    /// Replaces a process that root started with one under the service account; otherwise does nothing.
    private func giveUpRoot(for role: ProcessRole) throws {
        let account = try ProcessAccount.find(
            options, Home(option: options.home), environment: ProcessInfo.processInfo.environment,
            log: Logger(label: "galley.serve"))
        guard !account.prefix.isEmpty else { return }
        LogWriter.standardError.flush(seconds: 1)
        let command = [Home.executable.path, "serve", "--role", role.rawValue]
        throw CommandError(
            ServiceAccount.become(
                account.prefix + command + (try options.arguments()), environment: account.environment))
    }
}
