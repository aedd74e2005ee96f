import Foundation
import JSONText

/// Draws parts of options: elements, icons and actions, of the document or of a list's items.
struct ElementDrawing {
    /// Where what came from a list stands while it is drawn: nowhere in the document.
    static let outside = "\u{1}"

    private let drawing: Drawing

    init(_ drawing: Drawing) { self.drawing = drawing }

    /// An element by its own template, or an outline of what has none.
    func element(_ value: JSONValue, path: String) -> Markup {
        let named = drawing.vocabulary.entity(namedBy: value)
        return placed(
            drawing.draw(value, slot: named.map { .entity($0.id) } ?? .choice([]), path: path, depth: 2), path)
    }

    /// The text that a drawn element shows.
    static func text(of markup: Markup) -> String {
        markup.html.replacing(#/<[^>]*>/#, with: " ").replacing("&lt;", with: "<")
            .replacing("&gt;", with: ">").replacing("&quot;", with: "\"").replacing("&#39;", with: "'")
            .replacing("&amp;", with: "&")
    }

    /// An icon's object by its template; the icon of a name.
    func icon(_ value: JSONValue, path: String, slot: Slot) -> Markup {
        if let name = value.string { return drawing.icons.glyph(named: name) }
        guard value.kind == .object else { return .empty }
        return placed(drawing.draw(value, slot: slot, path: path + "/icon", depth: 2), path)
    }

    /// What tapping would do, as a label that does nothing.
    func action(_ value: JSONValue, path: String, slot: Slot) -> Markup {
        guard drawing.showsActions, value.kind == .object else { return .empty }
        return placed(drawing.draw(value, slot: slot, path: path, depth: 2), path)
    }

    /// What came from a list points at the provider that names the list.
    private func placed(_ markup: Markup, _ path: String) -> Markup {
        guard path.hasPrefix(Self.outside) else { return markup }
        let attribute = "data-pointer=\""
        var pieces = markup.html.components(separatedBy: attribute)[...]
        var html = pieces.popFirst() ?? ""
        for piece in pieces { html += attribute + "/dataProvider" + piece.drop { $0 != "\"" } }
        return Markup(html: html)
    }
}
