import JSONText

/// A diagnostic as the command line and the APIs write it.
struct DiagnosticAnswer: Encodable {
    let severity: String
    let code: String
    let message: String
    let pointer: String
    let range: SourceRange?
    let keyword: String?
    let schemaPointer: String?
    let suggestion: String?

    init(_ diagnostic: Diagnostic) {
        severity = diagnostic.severity.rawValue
        code = diagnostic.code
        message = diagnostic.message
        pointer = diagnostic.pointer.description
        range = diagnostic.range
        keyword = diagnostic.keyword
        schemaPointer = diagnostic.schemaPointer
        suggestion = diagnostic.suggestion
    }
}

extension Diagnostic {
    /// `file:line:column: pointer: message [keyword]`, as compilers write it.
    func line(file: String) -> String {
        let place = range.map { "\(file):\($0.start.line):\($0.start.column)" } ?? file
        let kind = severity == .warning ? "warning: " : ""
        return "\(place): \(pointer): \(kind)\(message)" + (keyword.map { " [\($0)]" } ?? "")
    }
}
