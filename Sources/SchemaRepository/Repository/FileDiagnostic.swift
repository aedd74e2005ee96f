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
        let place = diagnostic.range.map { ":\($0.start.line):\($0.start.column)" } ?? ""
        let keyword = diagnostic.keyword.map { " [\($0)]" } ?? ""
        let warning = diagnostic.severity == .warning ? "warning: " : ""
        return "\(file)\(place): \(diagnostic.pointer): \(warning)\(diagnostic.message)\(keyword)"
    }

    /// A diagnostic of a file as a whole.
    static func file(_ path: String, _ message: String) -> FileDiagnostic {
        FileDiagnostic(
            file: path,
            diagnostic: Diagnostic(severity: .error, code: "repository.file", message: message, pointer: JSONPointer()))
    }
}
