/// A variable that Galley adds to the body of a template. Rendering it records a heading, or inserts embedded markup.
///
/// The names begin with an asterisk. They are looked up before the members of the document, so that no member can
/// replace them.
enum TemplateMark: String {
    /// The mark before each `<h1>`.
    case heading = "*heading"
    /// The mark at the end of a body that is a single `<div>`, where the modules embedded in the element are inserted.
    case embedded = "*embedded"

    /// Returns the mark that a variable names; nil for all other variables.
    init?(variable name: String) {
        guard name.utf8.first == UInt8(ascii: "*") else { return nil }
        self.init(rawValue: name)
    }

    private var variable: String { "{{{\(rawValue)}}}" }

    /// Returns the body of a template with marks added.
    static func marked(_ body: String) -> String {
        let headings = body.replacing(#/\{\{![\s\S]*?\}\}|<h1/#) { match in
            match.output == "<h1" ? heading.variable + "<h1" : String(match.output)
        }
        return isOneBox(body) ? String(headings.dropLast(end.count)) + embedded.variable + end : headings
    }

    private static let start = "<div"
    private static let end = "</div>"

    /// Returns true if a body is one box: it begins with `<div`, and this element ends at the end of the body.
    private static func isOneBox(_ body: String) -> Bool {
        guard body.hasPrefix(start) else { return false }
        var depth = 0
        var rest = body.utf8[...]
        while let bracket = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[bracket...]
            if rest.starts(with: start.utf8) {
                depth += 1
            } else if rest.starts(with: end.utf8) {
                depth -= 1
                if depth == 0 { return rest.count == end.utf8.count }
            }
            rest = rest.dropFirst()
        }
        return false
    }
}
