import ArgumentParser
import Foundation
import PostgreSQL

/// Runs a command and turns what it throws into a message and an exit status.
@main enum Main {
    static func main() {
        do {
            var command = try Galley.parseAsRoot()
            try command.run()
        } catch let status as ExitCode {
            exit(status.rawValue)
        } catch let error as PostgreSQLError {
            // Its description is for logs and pages; the person at the terminal may know everything.
            StandardError.write("Error: " + String(reflecting: error))
            exit(ExitCode.unusable.rawValue)
        } catch {
            // ArgumentParser answers a usage error with 64; the contract of every command is 2.
            guard Galley.exitCode(for: error).isSuccess else {
                StandardError.write(Galley.fullMessage(for: error))
                exit(ExitCode.unusable.rawValue)
            }
            Galley.exit(withError: error)
        }
    }
}

extension ExitCode {
    /// The answer is no: invalid, refused, in conflict; what was printed says why.
    static let refused = ExitCode(1)
    /// The command could not do its work: wrong usage, a file or a database out of reach.
    static let unusable = ExitCode(2)
}

/// Something that stops a command before it can answer, worded for the person at the terminal.
struct CommandError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Where messages for the person go, so that standard output stays the answer's alone.
enum StandardError {
    static func write(_ message: String) {
        try? FileHandle.standardError.write(contentsOf: Data((message + "\n").utf8))
    }
}
