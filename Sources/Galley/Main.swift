import ArgumentParser
import Foundation
import JSONText
import PostgreSQL
import Publishing

/// Runs a command and converts its errors to a message and an exit status.
@main enum Main {
    static func main() {
        do {
            // Galley handles --version itself, because some commands have an option --version: with the parser's own
            // flag, a wrong use of that option would print the version of Galley instead of an error.
            if ProcessInfo.processInfo.arguments.dropFirst() == ["--version"] {
                StandardStreams.reserve()
                return try StandardOutput.write("galley " + Galley.version)
            }
            var command = try Galley.parseAsRoot()
            if !(command is ServeCommand) { StandardStreams.reserve() }
            do { try command.run() } catch let error as ValidationError { fail(usage(error, of: type(of: command))) }
        } catch let status as ExitCode {
            exit(status.rawValue)
        } catch  where isChangeWaiting(error) {
            fail("Error: another change is being made; nothing was changed. Try again in a moment.")
        } catch let error as PostgreSQLError {
            // The description omits values for logs and pages, but the person at the terminal may see everything.
            fail("Error: " + String(reflecting: error))
        } catch {
            // ArgumentParser exits with 64 after a usage error; every command of Galley exits with 2.
            let message = Galley.fullMessage(for: error)
            guard Galley.exitCode(for: error).isSuccess else { fail(message) }
            // A request for help.
            do { try StandardOutput.write(message) } catch { fail("Error: \(error)") }
        }
    }

    /// Returns the message for arguments that a command refuses after they were parsed, in the form of the parser's own
    /// messages.
    private static func usage(_ error: ValidationError, of command: any ParsableCommand.Type) -> String {
        let name = (path(to: command, in: Galley.self) ?? []).joined(separator: " ")
        return """
            Error: \(error.message)
            Usage: \(Galley.usageString(for: command))
              See '\(name) --help' for more information.
            """
    }

    /// Returns the names of the commands from `root` down to a command.
    private static func path(
        to command: any ParsableCommand.Type, in root: any ParsableCommand.Type
    ) -> [String]? {
        let name = root._commandName
        if root == command { return [name] }
        return root.configuration.subcommands.lazy.compactMap { path(to: command, in: $0) }.first.map { [name] + $0 }
    }

    private static func fail(_ message: String) -> Never {
        StandardError.write(message)
        exit(ExitCode.unusable.rawValue)
    }
}

extension ExitCode {
    /// The request was refused, or the answer is negative: for example, a document is invalid or two documents differ.
    static let refused = ExitCode(1)
    /// The command could not run or write its answer, for example because of wrong usage or an unreachable database.
    static let unusable = ExitCode(2)
}

/// An error that stops a command, described for the person at the terminal.
struct CommandError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// The stream for messages, so that standard output contains only the answer. Characters that a terminal would obey are
/// escaped.
enum StandardError {
    static func write(_ message: String) {
        try? FileHandle.standardError.write(contentsOf: Data((TerminalText.lines(message) + "\n").utf8))
    }
}
