import JSONText

extension Diagnostic {
    /// `file:line:column: pointer: message [keyword]`, as compilers write it.
    func line(file: String) -> String {
        let place = range.map { "\(file):\($0.start.line):\($0.start.column)" } ?? file
        let kind = severity == .warning ? "warning: " : ""
        return "\(place): \(pointer): \(kind)\(message)" + (keyword.map { " [\($0)]" } ?? "")
    }
}
