extension Diagnostic {
    /// Returns the diagnostic as compilers print it: `file:line:column: pointer: message [keyword]`, with `warning:`
    /// for warnings.
    ///
    /// Always a single line for a terminal; long names in the pointer are cut.
    package func line(file: String) -> String {
        let place = range.map { "\(file):\($0.start.line):\($0.start.column)" } ?? file
        let kind = severity == .warning ? "warning: " : ""
        return TerminalText.line(
            "\(place): \(pointer.excerpt): \(kind)\(message)" + (keyword.map { " [\($0.excerpt())]" } ?? ""))
    }
}
