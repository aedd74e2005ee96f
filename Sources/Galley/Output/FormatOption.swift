import ArgumentParser
import Foundation

/// How a command answers: in words, or as one JSON object on a line.
struct FormatOption: ParsableArguments {
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case text
        case json
    }

    @Option(help: "text or json.") var format = Format.text

    /// Prints the answer of a command that is done.
    func done(_ answer: some Encodable, text: @autoclosure () -> String) throws {
        print(format == .json ? try Self.line(answer) : text())
    }

    /// Prints why not, and ends with status 1.
    func refuse(_ reason: String, problems: [some Encodable] = [String](), text: [String] = []) throws -> Never {
        if format == .json {
            print(try Self.line(Refusal(error: reason, problems: problems)))
        } else {
            StandardError.write(([reason] + text).joined(separator: "\n"))
        }
        throw ExitCode.refused
    }

    /// A value as one line of JSON, members in a stable order.
    static func line(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}

/// Why a command did not do what was asked.
private struct Refusal<Problem: Encodable>: Encodable {
    let error: String
    let problems: [Problem]
}
