import JSONText
import Mustache

/// HTML rendered from escaped text, which may be placed in a page unescaped.
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

    /// Creates HTML from a message; text between backticks becomes code.
    package init(message: String) {
        html = MessagePiece.pieces(of: message).reduce(into: "") { html, piece in
            let text = Self.escape(piece.text)
            html += piece.isCode ? "<code>\(text)</code>" : text
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

    /// Returns text cut to a length in UTF-8 bytes that browsers lay out quickly, followed by the number of further
    /// bytes.
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
