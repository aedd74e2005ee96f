/// Why a text is not JSON, or is JSON that Galley refuses, and where.
package struct JSONSyntaxError: Error, Sendable, Hashable {
    /// Begins with `json.`.
    package let code: String
    /// In bytes from 0. It begins with the first byte after which no JSON text is possible, or is empty at the end.
    package let range: Range<Int>
    /// What was found, what was expected, and the cure when it is known.
    package let message: String
    /// The innermost value that was being read, as far as it is known; of a duplicate name, the second member.
    package let pointer: JSONPointer

    init(code: String, range: Range<Int>, message: String, pointer: JSONPointer = JSONPointer()) {
        self.code = code
        self.range = range
        self.message = message
        self.pointer = pointer
    }

    /// The form in which an analyst sees it.
    package func diagnostic(lines: LineTable, severity: Diagnostic.Severity = .error) -> Diagnostic {
        Diagnostic(
            severity: severity, code: code, message: message, pointer: pointer, range: lines.range(range))
    }
}

/// Everything that was found wrong in one text, in text order; never empty.
package struct JSONSyntaxErrors: Error, Sendable, Hashable {
    package let errors: [JSONSyntaxError]
    /// What is merely suspect.
    package let warnings: [JSONSyntaxError]
}
