import JSONText

/// Where a person was on a page when they posted it: the answer repeats it, and its script brings them back there.
///
/// The script that reads it has written it; but anything may be posted, so only members it knows are repeated, each of
/// its own type and within limits.
struct Whereabouts: Sendable, Hashable {
    /// The name of the field that says it.
    static let field = "_whereabouts"
    /// The field's length at most, in bytes.
    private static let limit = 8_192
    /// Scrolled lists at most.
    private static let lists = 8

    /// It as JSON text.
    let text: String

    /// Reads what was posted; nil for what is no such text.
    init?(parsing posted: String) {
        guard posted.utf8.count <= Self.limit,
            let root = try? JSONDocument(parsing: posted, limits: .console).root, root.kind == .object
        else { return nil }
        var place = FormValue.empty
        // How far the page is scrolled, the place of the form among all, and of a row that was removed among the others.
        for name in ["top", "form", "row"] { place[name] = root[name].flatMap(Self.number) }
        // Which control had the focus, what it stood in, and the list of rows or the flow that a button belonged to.
        for name in ["id", "name", "value", "around", "rows", "flow"] { place[name] = root[name].flatMap(Self.word) }
        // Whether the form went to another step.
        if root["moved"]?.boolean == true { place["moved"] = .boolean(true) }
        // Where a selection began and ended, in UTF-16 units.
        let caret = (root["caret"].map { Array($0.elements) } ?? []).compactMap(Self.number)
        if caret.count == 2 { place["caret"] = .array(caret) }
        // Each list by its identifier, what it held, and how far it was scrolled.
        let lists = (root["lists"].map { Array($0.elements) } ?? []).prefix(Self.lists).compactMap(Self.list)
        if !lists.isEmpty { place["lists"] = .array(lists) }
        text = place.json()
    }

    private static func word(_ value: JSONValue) -> FormValue? { value.string.map { .string($0) } }

    /// CSS pixels, characters and places alike: whole, from 0 to a million.
    private static func number(_ value: JSONValue) -> FormValue? {
        value.integer.flatMap { (0...1_000_000).contains($0) ? .number(String($0)) : nil }
    }

    private static func list(_ value: JSONValue) -> FormValue? {
        let parts = Array(value.elements)
        guard parts.count == 3, let id = word(parts[0]), let holds = word(parts[1]), let top = number(parts[2]) else {
            return nil
        }
        return .array([id, holds, top])
    }
}
