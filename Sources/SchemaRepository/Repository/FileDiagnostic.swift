package import JSONText

/// A diagnostic and the file of the schema repository that it speaks of.
package struct FileDiagnostic: Sendable, Hashable, CustomStringConvertible {
    /// The path below the repository's directory.
    package let file: String
    package let diagnostic: Diagnostic

    package init(file: String, diagnostic: Diagnostic) {
        self.file = file
        self.diagnostic = diagnostic
    }

    /// `file:line:column: pointer: message [keyword]`, as the command line prints it; a warning says that it is one.
    package var description: String {
        diagnostic.line(file: file)
    }

    /// A diagnostic of a file as a whole, standing at its beginning.
    static func file(_ path: String, _ message: String, severity: Diagnostic.Severity = .error) -> FileDiagnostic {
        let start = SourcePosition(line: 1, column: 1, offset: 0)
        return FileDiagnostic(
            file: path,
            diagnostic: Diagnostic(
                severity: severity, code: "repository.file", message: message, pointer: JSONPointer(),
                range: SourceRange(start: start, end: start)))
    }
}
