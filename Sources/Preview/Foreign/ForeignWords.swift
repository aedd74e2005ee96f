import JSONText

/// The meaning of member names and types in documents of other systems, from `foreign.json`: texts, addresses,
/// children, buttons, fields, pictures. Supporting another system needs entries there, not code.
struct ForeignWords: Sendable {
    let text: [String]
    let title: [String]
    let address: [String]
    let children: Set<String>
    /// The names of lists that show one item at a time, starting with the first.
    let first: Set<String>
    /// The root members that contain reusable templates.
    let templates: [String]
    let rows: Set<String>
    let axis: [String]
    let across: Set<String>
    let button: [String]
    let field: [String]
    let picture: [String]
    let line: [String]
    let large: Set<String>
    let bold: Set<String>
    let subtle: Set<String>
    let size: [String]
    let hidden: [String]
    let shown: [String]
    let gone: Set<String>

    /// Reads the file's object; missing lists are empty.
    init(_ value: JSONValue?) {
        func list(_ name: String) -> [String] { value?[name]?.elements.compactMap(\.string) ?? [] }
        text = list("text")
        title = list("title")
        address = list("address")
        children = Set(list("children"))
        first = Set(list("first"))
        templates = list("templates")
        rows = Set(list("rows"))
        axis = list("axis")
        across = Set(list("across"))
        button = list("button")
        field = list("field")
        picture = list("picture")
        line = list("line")
        large = Set(list("large"))
        bold = Set(list("bold"))
        subtle = Set(list("subtle"))
        size = list("size")
        hidden = list("hidden")
        shown = list("shown")
        gone = Set(list("gone"))
    }
}
