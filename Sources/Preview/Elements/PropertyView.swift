import Foundation
import JSONText
import Mustache

/// A property of an element, as a variable of templates.
///
/// `{{title}}` is the escaped text; `{{{title.html}}}` is the element in the property, drawn on demand;
/// `{{{name.glyph}}}` is the icon named by the text; `{{url.host}}` is the host of the URL, or the first 24 characters
/// of a text without a host; `{{#data.members}}` lists the first 32 members of an object. Every other name, except the
/// names in `TemplateMark`, is that of a member of the object, and so are `host` and `members` if the object has a
/// member with that name.
final class PropertyView: MustacheParent, MustacheCustomRenderable {
    private let value: JSONValue
    private let valueType: ValueType
    private let path: String
    private let depth: Int
    private let drawing: Drawing
    private var drawn: Markup?

    private init(_ value: JSONValue, valueType: ValueType, path: String, depth: Int, drawing: Drawing) {
        self.value = value
        self.valueType = valueType
        self.path = path
        self.depth = depth
        self.drawing = drawing
    }

    /// Returns the view of a value. If `valueType` is plain, null becomes nil and a Boolean remains a Boolean. If
    /// `valueType` is plain or a list, an array becomes a list of views; the list ends early at the drawing's limits.
    /// Every other value becomes a `PropertyView`.
    static func view(of value: JSONValue, valueType: ValueType, path: String, depth: Int, drawing: Drawing) -> Any? {
        switch value.kind {
        case .null:
            if case .plain = valueType { return nil }
        case .boolean:
            if case .plain = valueType { return value.boolean }
        case .array:
            let item: ValueType
            switch valueType {
            case .list(let valueType): item = valueType
            case .plain: item = .plain
            default: return PropertyView(value, valueType: valueType, path: path, depth: depth, drawing: drawing)
            }
            var views: [Any] = []
            for (index, element) in value.elements.enumerated() {
                guard drawing.mayDrawMore, index < Drawing.elementLimit, drawing.work.take(bytes: 128) else { break }
                let view = view(of: element, valueType: item, path: "\(path)/\(index)", depth: depth, drawing: drawing)
                // A null item renders nothing, but the items after it keep their indexes.
                views.append(view ?? false)
            }
            return views
        default:
            break
        }
        return PropertyView(value, valueType: valueType, path: path, depth: depth, drawing: drawing)
    }

    /// The text to be placed by a template; the drawing records it.
    var renderText: String { drawing.placed(text: text) }

    private var text: String {
        switch value.kind {
        case .string: Markup.shown(value.string ?? "")
        case .number, .boolean: Markup.shown(value.rawText, upTo: 400)
        case .null, .object, .array: ""
        }
    }

    var isNull: Bool { value.isNull }

    func child(named name: String) -> Any? {
        if let mark = TemplateMark(variable: name) { return drawing.markup(for: mark, at: path) }
        switch name {
        case "html":
            if let drawn { return drawn }
            let markup = drawing.draw(value, valueType: valueType, path: path, depth: depth + 1)
            drawn = markup
            return markup
        case "glyph":
            return drawing.icons.glyph(named: text)
        default:
            break
        }
        if let member = value[name] {
            let valueType: ValueType = if case .object(let shape) = valueType { shape[name] ?? .plain } else { .plain }
            return Self.view(
                of: member, valueType: valueType, path: drawing.path(path, name), depth: depth, drawing: drawing)
        }
        switch name {
        case "host": return drawing.placed(text: URL(string: text)?.host() ?? String(text.prefix(24)))
        case "members": return members
        default: return nil
        }
    }

    /// The names of an object's first 32 members, with the string or the beginning of the JSON of each value.
    private var members: [[String: String]] {
        value.members.prefix(32).map {
            [
                "member": drawing.placed(text: $0.name),
                "text": drawing.placed(text: $0.value.string ?? String($0.value.rawText.prefix(200))),
            ]
        }
    }
}
