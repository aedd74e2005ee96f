import JSONText
import Mustache

/// HTML that was rendered here from escaped text, which may therefore stand in a page unescaped.
///
/// Templates place it with `{{{… .html}}}`; nothing that comes from a document is ever of this type.
package struct Markup: Sendable, MustacheCustomRenderable {
    /// The HTML text.
    package let html: String

    static let empty = Markup(html: "")

    /// Text as HTML, with every character that could mean markup escaped.
    init(text: String) {
        html = Self.escape(text)
    }

    /// A message as HTML: what stands between grave accents is code.
    init(message: String) {
        html = MessagePiece.pieces(of: message).reduce(into: "") { html, piece in
            let text = Self.escape(piece.text)
            html += piece.isCode ? "<code>\(text)</code>" : text
        }
    }

    /// HTML from a template or assembled from escaped parts.
    package init(html: String) {
        self.html = html
    }

    /// Several pieces, one after the other.
    init(joining pieces: [Markup]) {
        html = pieces.map(\.html).joined()
    }

    package var renderText: String { html }
    package var isNull: Bool { html.isEmpty }

    /// Text up to a length that browsers lay out at once, in bytes of UTF-8; then how many bytes more there are.
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
