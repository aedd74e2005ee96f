import Foundation
import JSONText

/// What a check found, in the form in which a revision stores it.
struct ValidationReport: Codable {
    let diagnostics: [Diagnostic]

    init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }

    /// Reads a stored report.
    init(json: String) throws { self = try JSONDecoder().decode(ValidationReport.self, from: Data(json.utf8)) }

    /// The text that is stored.
    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}
