/// The lengths to which messages cut what they quote from a document, in Unicode scalars.
///
/// A document chooses the length of its names and values, so a message that quotes one whole could be as long as the
/// document.
package enum Excerpt {
    /// The limit for names and values.
    package static let usual = 60
    /// The limit for patterns, addresses, paths and suggested texts, whose end matters as much as their beginning.
    package static let long = 200
}

extension String {
    /// Returns the text for quoting in a message: at most `limit` Unicode scalars, of which the last is `…` if the text
    /// is longer.
    package func excerpt(upTo limit: Int = Excerpt.usual) -> String {
        guard let cut = unicodeScalars.index(startIndex, offsetBy: limit, limitedBy: endIndex), cut < endIndex else {
            return self
        }
        return String(String.UnicodeScalarView(unicodeScalars.prefix(limit - 1))) + "…"
    }
}

extension JSONPointer {
    /// The text form with every long name cut, for messages; it may not lead to the value any more.
    package var excerpt: String {
        JSONPointer(tokens: tokens.map { $0.excerpt() }).description
    }
}

extension DefaultStringInterpolation {
    /// Appends a text between backticks, as an excerpt of at most `limit` Unicode scalars.
    package mutating func appendInterpolation(code text: some StringProtocol, upTo limit: Int = Excerpt.usual) {
        appendLiteral("`" + String(text).excerpt(upTo: limit) + "`")
    }

    /// Appends a pointer between backticks, with every long name cut.
    package mutating func appendInterpolation(code pointer: JSONPointer) {
        appendLiteral("`" + pointer.excerpt + "`")
    }
}
