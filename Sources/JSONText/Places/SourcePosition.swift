/// A place in a text, as an editor names it and as a program does.
package struct SourcePosition: Sendable, Hashable, Codable {
    /// From 1; LF, CR LF and a lone CR each end a line.
    package var line: Int
    /// From 1, in UTF-16 code units.
    package var column: Int
    /// In bytes, from 0.
    package var offset: Int

    /// A place whose parts are already known; `LineTable` finds them.
    package init(line: Int, column: Int, offset: Int) {
        self.line = line
        self.column = column
        self.offset = offset
    }
}

/// A half-open stretch of text: `end` is the place after its last character.
package struct SourceRange: Sendable, Hashable, Codable {
    package var start: SourcePosition
    package var end: SourcePosition

    /// The stretch between two places of one text.
    package init(start: SourcePosition, end: SourcePosition) {
        self.start = start
        self.end = end
    }
}
