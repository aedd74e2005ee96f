/// A syntax error, or another fault that Galley reports in valid JSON, with its position.
package struct JSONSyntaxError: Error, Sendable, Hashable {
    /// The code; begins with `json.`.
    package let code: String
    /// The byte range, counted from 0. That of a syntax error begins with the first byte that cannot continue a JSON
    /// text, and is empty at the end of the text.
    package let range: Range<Int>
    /// The message: what was found, what was expected, and the correction if it is known.
    package let message: String
    /// The pointer of the innermost value being read, as far as its names are known; for a duplicate name, that of the
    /// members with this name.
    package let pointer: JSONPointer

    init(code: String, range: Range<Int>, message: String, pointer: JSONPointer = JSONPointer()) {
        self.code = code
        self.range = range
        self.message = message
        self.pointer = pointer
    }

    /// Returns the error as a diagnostic.
    package func diagnostic(lines: LineTable, severity: Diagnostic.Severity = .error) -> Diagnostic {
        Diagnostic(
            severity: severity, code: code, message: message, pointer: pointer, range: lines.range(range))
    }
}

/// The errors of one text, in text order: at least one and at most 20.
package struct JSONSyntaxErrors: Error, Sendable, Hashable {
    package let errors: [JSONSyntaxError]
    /// Warnings about faults that do not make the text invalid.
    package let warnings: [JSONSyntaxError]
}
