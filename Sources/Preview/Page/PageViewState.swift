import JSONText

/// The scroll position and focus on a page when it was posted. The response repeats them for its script, which restores
/// them.
///
/// The page's script writes them, but a request may contain anything, so only known members of the right type and size
/// are repeated.
struct PageViewState: Sendable, Hashable {
    /// The name of the form field.
    static let field = "_view-state"
    /// The maximum length of the field in bytes.
    private static let limit = 8_192
    /// The maximum number of scrolled lists.
    private static let lists = 8

    /// The JSON text.
    let text: String

    /// Parses the posted text; nil if it is invalid.
    init?(parsing posted: String) {
        guard posted.utf8.count <= Self.limit,
            let root = try? JSONDocument(parsing: posted, limits: .console).root, root.kind == .object
        else { return nil }
        var place = FormValue.empty
        // The page's scroll position (`top`), and the indexes of the posted form and of a removed row.
        for name in ["top", "form", "row"] { place[name] = root[name].flatMap(Self.number) }
        // The focused control or the pressed button (`id`, `name`, `value`) and its container (`around`); the list of
        // rows or the flow that the pressed button belongs to.
        for name in ["id", "name", "value", "around", "rows", "flow"] { place[name] = root[name].flatMap(Self.word) }
        // True if the pressed button can lead to another step.
        if root["moved"]?.boolean == true { place["moved"] = .boolean(true) }
        // The start and end of the selection in UTF-16 units.
        let caret = (root["caret"].map { Array($0.elements) } ?? []).compactMap(Self.number)
        if caret.count == 2 { place["caret"] = .array(caret) }
        // Each list's id, content and scroll position.
        let lists = (root["lists"].map { Array($0.elements) } ?? []).prefix(Self.lists).compactMap(Self.list)
        if !lists.isEmpty { place["lists"] = .array(lists) }
        text = place.json()
    }

    private static func word(_ value: JSONValue) -> FormValue? { value.string.map { .string($0) } }

    /// Returns a whole number from 0 to a million, the range of all positions and indices here.
    private static func number(_ value: JSONValue) -> FormValue? {
        value.integer.flatMap { FrameLimits.places.contains($0) ? .number(String($0)) : nil }
    }

    private static func list(_ value: JSONValue) -> FormValue? {
        let parts = Array(value.elements)
        guard parts.count == 3, let id = word(parts[0]), let holds = word(parts[1]), let top = number(parts[2]) else {
            return nil
        }
        return .array([id, holds, top])
    }
}
