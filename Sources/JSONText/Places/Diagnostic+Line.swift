extension Diagnostic {
    /// Returns the diagnostic as compilers print it: `file:line:column: pointer: message [keyword]`, with `warning:`
    /// for warnings.
    ///
    /// Always a single line for a terminal; long names in the pointer are cut.
    package func line(file: String) -> String {
        let place = range.map { "\(file):\($0.start.line):\($0.start.column)" } ?? file
        let kind = severity == .warning ? "warning: " : ""
        let line = "\(place): \(pointer): \(kind)\(message)" + (keyword.map { " [\($0)]" } ?? "")
        return String(String.UnicodeScalarView(line.unicodeScalars.map { Self.breaksLines($0) ? " " : $0 }))
    }

    /// Returns true if a character breaks the line or could overwrite it.
    private static func breaksLines(_ character: Unicode.Scalar) -> Bool {
        switch character.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
        default: false
        }
    }
}
