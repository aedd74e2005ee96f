import Foundation
import JSONText

/// The diagnostics of a check, in the JSON format in which revisions store them.
struct ValidationReport: Codable {
    let diagnostics: [Diagnostic]

    init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }

    /// Parses a stored report.
    init(json: String) throws { self = try JSONDecoder().decode(ValidationReport.self, from: Data(json.utf8)) }

    /// Returns the JSON text to store.
    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}
