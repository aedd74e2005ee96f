import JSONText
import Mustache

/// HTML in which all text is already escaped, so that it may be placed in a page unchanged.
///
/// Templates place it with `{{{… .html}}}`; values of a document never have this type.
package struct Markup: Sendable, MustacheCustomRenderable {
    /// The HTML text.
    package let html: String

    static let empty = Markup(html: "")

    /// Creates HTML from text, with special characters escaped.
    init(text: String) {
        html = Self.escape(text)
    }

    /// Creates HTML from a message; text between backticks becomes code. The code states its direction, so that the
    /// message's direction is that of its words, even if it begins with a right-to-left name.
    package init(message: String) {
        html = MessagePiece.pieces(of: message).reduce(into: "") { html, piece in
            let text = Self.escape(piece.text)
            html += piece.isCode ? "<code dir=\"ltr\">\(text)</code>" : text
        }
    }

    /// Creates markup from HTML that consists of templates and escaped parts.
    package init(html: String) {
        self.html = html
    }

    /// Joins several pieces.
    init(joining pieces: [Markup]) {
        html = pieces.map(\.html).joined()
    }

    package var renderText: String { html }
    package var isNull: Bool { html.isEmpty }

    /// Returns a text; one longer than `limit` UTF-8 bytes is cut there, before a character that would be divided, and
    /// followed by the number of bytes beyond the limit, because browsers lay out long texts slowly.
    static func shown(_ text: String, upTo limit: Int = 20_000) -> String {
        guard text.utf8.count > limit else { return text }
        var end = text.utf8.index(text.startIndex, offsetBy: limit)
        while end > text.startIndex, end.samePosition(in: text.unicodeScalars) == nil {
            end = text.utf8.index(before: end)
        }
        return String(text.unicodeScalars[..<end]) + "… +\(text.utf8.count - limit)"
    }

    /// Escapes text for an element's content or a quoted attribute.
    static func escape(_ text: String) -> String { HTMLEscaping.escape(text) }
}
