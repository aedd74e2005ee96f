package import HTTPTypes

/// The languages that a client accepts (RFC 9110, section 12.5.4).
package struct AcceptedLanguages: Sendable {
    /// The accepted language tags, the highest weight first and tags of one weight in the order of the fields.
    package let tags: [String]
    /// The language tags with the weight 0.
    package let refused: [String]

    /// Reads the Accept-Language fields. `*` and malformed items are left out.
    package init(_ headers: HTTPFields) {
        let items = headers[values: .acceptLanguage].flatMap { $0.split(separator: ",") }.compactMap(Self.item)
        let accepted = items.enumerated().filter { $0.element.weight > 0 }
        let ordered = accepted.sorted {
            $0.element.weight == $1.element.weight
                ? $0.offset < $1.offset : $0.element.weight > $1.element.weight
        }
        tags = ordered.map { $0.element.tag }
        refused = items.filter { $0.weight == 0 }.map(\.tag)
    }

    /// Returns the tag of one item of a list and its weight in thousandths.
    private static func item(_ text: Substring) -> (tag: String, weight: Int)? {
        let format = /[ \t]*([A-Za-z0-9-]+)[ \t]*(?:;[ \t]*[Qq]=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)[ \t]*)?/
        guard let match = text.wholeMatch(of: format) else { return nil }
        guard let number = match.2, number.first == "0" else { return (String(match.1), 1_000) }
        return (String(match.1), Int((number.dropFirst(2) + "000").prefix(3)) ?? 0)
    }
}
