import Foundation
import JSONText

/// Draws the parts of an option sheet's options: elements, icons and actions. An option is written in the document or
/// comes from an item of an option list.
struct ElementDrawing {
    /// The path prefix of the parts of list items, because the document does not contain them; no path in a document
    /// begins with this control character.
    static let outside = "\u{1}"

    private let drawing: Drawing

    init(_ drawing: Drawing) { self.drawing = drawing }

    /// Draws an element with its template or that of its kind, or as an outline if there is neither.
    func element(_ value: JSONValue, path: String) -> Markup {
        let named = drawing.vocabulary.entity(namedBy: value)
        return placed(path) {
            drawing.draw(value, valueType: named.map { .entity($0.id) } ?? .choice([]), path: path, depth: 2)
        }
    }

    /// Draws an element, and returns the texts that it shows.
    func elementWithText(_ value: JSONValue, path: String) -> (markup: Markup, text: String) {
        drawing.withText { element(value, path: path) }
    }

    /// Draws an icon that is given as an object with a template, or as a name.
    func icon(_ value: JSONValue, path: String, valueType: ValueType) -> Markup {
        if let name = value.string { return drawing.icons.glyph(named: name) }
        guard value.kind == .object else { return .empty }
        return placed(path) { drawing.draw(value, valueType: valueType, path: path + "/icon", depth: 2) }
    }

    /// Draws the action of a tap as an inert label; empty if the page shows no actions.
    func action(_ value: JSONValue, path: String, valueType: ValueType) -> Markup {
        guard drawing.showsActions, value.kind == .object else { return .empty }
        return placed(path) { drawing.draw(value, valueType: valueType, path: path, depth: 2) }
    }

    /// Draws a part of an option. All parts of list items have the pointer of the sheet's `dataProvider`.
    private func placed(_ path: String, _ draw: () -> Markup) -> Markup {
        path.hasPrefix(Self.outside) ? drawing.outside(of: "/dataProvider", draw) : draw()
    }
}
