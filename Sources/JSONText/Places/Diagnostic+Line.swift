extension Diagnostic {
    /// `file:line:column: pointer: message [keyword]`, as compilers write it; a warning says that it is one.
    ///
    /// Always a single line, whatever the text that it quotes.
    package func line(file: String) -> String {
        let place = range.map { "\(file):\($0.start.line):\($0.start.column)" } ?? file
        let kind = severity == .warning ? "warning: " : ""
        let line = "\(place): \(pointer): \(kind)\(message)" + (keyword.map { " [\($0)]" } ?? "")
        return String(String.UnicodeScalarView(line.unicodeScalars.map { Self.breaksLines($0) ? " " : $0 }))
    }

    /// Whether a character ends a line, or could write over what stands on it.
    private static func breaksLines(_ character: Unicode.Scalar) -> Bool {
        switch character.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
        default: false
        }
    }
}
