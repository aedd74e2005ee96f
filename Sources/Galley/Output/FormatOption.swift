import ArgumentParser
import Foundation
import Publishing

/// The output format of a command: text, or JSON with each answer on one line.
struct FormatOption: ParsableArguments {
    /// A format of the output.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case text
        case json
    }

    @Option(name: .customLong("format"), help: "text or json.") var chosen = Format.text
    @Flag(name: .customLong("json"), help: "Short for --format json.") var isJSON = false

    var format: Format { isJSON ? .json : chosen }

    /// Prints the answer of a successful command.
    func done(_ answer: some Encodable, text: @autoclosure () -> String) throws {
        guard format == .json else { return try StandardOutput.show(text()) }
        try StandardOutput.write(Self.line(answer))
    }

    /// Prints an answer as JSON or as lines of text; `orNone` is the text if there are no lines.
    func done(_ answer: some Encodable, lines: @autoclosure () -> [String], orNone: String) throws {
        let lines = format == .json ? [] : lines()
        try done(answer, text: lines.isEmpty ? orNone : lines.joined(separator: "\n"))
    }

    /// Prints an answer with a secret that is never shown again. If the answer cannot be written, calls `lost`, which
    /// withdraws the secret if possible, and returns a sentence for the error message: the secret was withdrawn, or
    /// how to replace it.
    func reveal(_ answer: some Encodable, text: @autoclosure () -> String, lost: () -> String) throws {
        // A closed pipe must not end the process before the secret is withdrawn.
        StandardStreams.ignoreClosedPipes()
        do {
            try done(answer, text: text())
        } catch let error as CommandError {
            throw CommandError(error.description + "\n" + lost())
        }
    }

    /// Prints the reason of a refusal and exits with status 1.
    func refuse(_ reason: String, problems: [some Encodable] = [String](), text: [String] = []) throws -> Never {
        if format == .json {
            try StandardOutput.write(Self.line(RefusalAnswer(error: reason, problems: problems)))
        } else {
            StandardError.write(([reason] + text).joined(separator: "\n"))
        }
        throw ExitCode.refused
    }

    /// Returns a value as one line of JSON with sorted members.
    static func line(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .internetTime
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}

/// The JSON output of a refused command.
private struct RefusalAnswer<Problem: Encodable>: Encodable {
    let error: String
    let problems: [Problem]
}
