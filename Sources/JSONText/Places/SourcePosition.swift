/// A position in a text, as line and column for editors and as an offset for programs.
package struct SourcePosition: Sendable, Hashable, Codable {
    /// The line, from 1; LF, CR LF and a lone CR each end a line.
    package var line: Int
    /// The column, from 1, in UTF-16 code units.
    package var column: Int
    /// The offset in bytes, from 0.
    package var offset: Int

    /// Creates a position from known parts; see `LineTable` to compute them.
    package init(line: Int, column: Int, offset: Int) {
        self.line = line
        self.column = column
        self.offset = offset
    }
}

/// A half-open range of text: `end` is the position after its last character.
package struct SourceRange: Sendable, Hashable, Codable {
    package var start: SourcePosition
    package var end: SourcePosition

    /// Creates the range between two positions of one text.
    package init(start: SourcePosition, end: SourcePosition) {
        self.start = start
        self.end = end
    }
}
