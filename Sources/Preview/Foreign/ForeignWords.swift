import JSONText

/// The names and types by which documents of other systems are drawn, from `foreign.json`. Another system is supported
/// by entries in that file, without code.
struct ForeignWords: Sendable {
    /// The members that contain a text, the preferred one first; likewise for `title` and `address` (a URL).
    let text: [String]
    let title: [String]
    let address: [String]
    /// The members that contain child elements.
    let children: Set<String>
    /// The names of lists that show one item at a time, starting with the first.
    let first: Set<String>
    /// The root members that contain reusable templates.
    let templates: [String]
    /// The members of `children` whose elements are drawn side by side.
    let rows: Set<String>
    /// The members that give a container's direction.
    let axis: [String]
    /// The values of `axis` members for a horizontal direction.
    let across: Set<String>
    /// The words, in lower case, of which a button's type contains one; likewise for `field`, `picture` and `line` (a
    /// separator).
    let button: [String]
    let field: [String]
    let picture: [String]
    let line: [String]
    /// The values, in lower case, that make a text large, in any member not listed in `text`; likewise for `bold` and
    /// `subtle`. `subtle` also lists the Boolean members that make a text subtle if they are true.
    let large: Set<String>
    let bold: Set<String>
    let subtle: Set<String>
    /// The members that give a text's size as a number.
    let size: [String]
    /// The Boolean members that hide an element if they are true.
    let hidden: [String]
    /// The Boolean members that hide an element if they are false.
    let shown: [String]
    /// The values of `visibility` that hide an element.
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
