package import JSONText

/// A diagnostic with its file in the schema repository.
package struct FileDiagnostic: Sendable, Hashable, CustomStringConvertible {
    /// The path inside the repository's directory.
    package let file: String
    package let diagnostic: Diagnostic

    package init(file: String, diagnostic: Diagnostic) {
        self.file = file
        self.diagnostic = diagnostic
    }

    /// The diagnostic as the command line prints it: `file:line:column: pointer: message [keyword]`, with `warning:`
    /// for warnings.
    package var description: String {
        diagnostic.line(file: file)
    }

    /// Returns a diagnostic about a whole file, located at its first character.
    static func file(_ path: String, _ message: String, severity: Diagnostic.Severity = .error) -> FileDiagnostic {
        let start = SourcePosition(line: 1, column: 1, offset: 0)
        return FileDiagnostic(
            file: path,
            diagnostic: Diagnostic(
                severity: severity, code: "repository.file", message: message, pointer: JSONPointer(),
                range: SourceRange(start: start, end: start)))
    }
}
