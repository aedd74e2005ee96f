import JSONText
import Mustache

/// The variables of an element's template: the element's properties by name.
///
/// A property is a `PropertyView`, a Boolean, or a list, as `PropertyView.view` describes. Templates may place only
/// variables named `html` and `glyph` unescaped. A property with one of these names is empty, so that no document can
/// place its own text unescaped.
final class ElementContext: MustacheParent {
    private let value: JSONValue
    private let shape: ObjectShape
    private let path: String
    private let depth: Int
    private let drawing: Drawing
    private var views: [String: Any] = [:]

    init(_ value: JSONValue, shape: ObjectShape, path: String, depth: Int, drawing: Drawing) {
        self.value = value
        self.shape = shape
        self.path = path
        self.depth = depth
        self.drawing = drawing
    }

    func child(named name: String) -> Any? {
        if let mark = TemplateMark(variable: name) { return drawing.markup(for: mark, at: path) }
        if name == "html" || name == "glyph" { return Markup.empty }
        if let view = views[name] { return view }
        guard let member = value[name] else { return nil }
        let view = PropertyView.view(
            of: member, valueType: shape[name] ?? .plain, path: drawing.path(path, name), depth: depth, drawing: drawing
        )
        views[name] = view
        return view
    }
}
