import Foundation
import JSONText

/// What a check found, in the form in which a revision stores it.
struct ValidationReport: Codable {
    private let diagnostics: [Finding]

    init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics.map(Finding.init) }

    /// Reads a stored report.
    init(json: String) throws { self = try JSONDecoder().decode(ValidationReport.self, from: Data(json.utf8)) }

    /// The text that is stored.
    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }

    /// The diagnostics as they were.
    var restored: [Diagnostic] { diagnostics.map(\.diagnostic) }
}

/// A diagnostic as a JSON object; its pointer is the text of RFC 6901.
private struct Finding: Codable {
    let severity: Diagnostic.Severity
    let code: String
    let message: String
    let pointer: String
    let range: SourceRange?
    let keyword: String?
    let schemaPointer: String?
    let suggestion: String?

    init(_ diagnostic: Diagnostic) {
        severity = diagnostic.severity
        code = diagnostic.code
        message = diagnostic.message
        pointer = diagnostic.pointer.description
        range = diagnostic.range
        keyword = diagnostic.keyword
        schemaPointer = diagnostic.schemaPointer
        suggestion = diagnostic.suggestion
    }

    var diagnostic: Diagnostic {
        Diagnostic(
            severity: severity, code: code, message: message, pointer: JSONPointer(pointer) ?? JSONPointer(),
            range: range, keyword: keyword, schemaPointer: schemaPointer, suggestion: suggestion)
    }
}
