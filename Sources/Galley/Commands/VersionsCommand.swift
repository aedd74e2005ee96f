import ArgumentParser
import SchemaRepository

/// The command that compares and sorts client versions in Galley's order.
struct VersionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "versions", abstract: "Compare and sort client versions.", subcommands: [Compare.self, Sort.self])

    /// Compares two versions.
    struct Compare: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print -1, 0 or 1 if A comes before B, equals B or comes after B.")

        @Argument var a: String
        @Argument var b: String

        func run() throws {
            let (a, b) = (try version(a), try version(b))
            try StandardOutput.write(a < b ? "-1" : a > b ? "1" : "0")
        }
    }

    /// Sorts the versions on standard input, one per line; equal ones keep their order.
    struct Sort: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Sort the versions on standard input, one per line.")

        func run() throws {
            var versions: [ClientVersion] = []
            while let line = readLine() {
                if !line.isEmpty { versions.append(try version(line)) }
            }
            try StandardOutput.write(versions.sorted().map { $0.text + "\n" }.joined(), terminator: "")
        }
    }
}

/// Parses a version from the command line; throws ``CommandError`` for an invalid one.
func version(_ text: String) throws -> ClientVersion {
    do {
        return try ClientVersion(text)
    } catch {
        throw CommandError("\"\(text)\" is not a client version: \(error)")
    }
}
