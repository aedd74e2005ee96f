/// The catalogue's sections by `x-kind`: whole documents first, their smallest parts last.
enum Shelf {
    private static let order = [
        "screen", "form", "questionnaire", "optionSheet", "module", "widget", "layout", "component", "atom", "element",
        "action", "field", "enum",
    ]

    /// Returns the kinds in order. Unknown kinds follow by name; the empty kind, of entities without `x-kind`, comes
    /// last.
    static func sorted(_ kinds: Set<String>) -> [String] {
        func place(_ kind: String) -> (Int, String) {
            (kind.isEmpty ? order.count + 1 : order.firstIndex(of: kind) ?? order.count, kind)
        }
        return kinds.sorted { place($0) < place($1) }
    }

    /// Returns true if entities of a kind fill a screen.
    static func fillsScreen(_ kind: String) -> Bool { order.prefix(5).contains(kind) }

    /// Returns a kind in words, such as `option sheet` for `optionSheet`.
    static func word(_ kind: String) -> String {
        guard !kind.isEmpty else { return "other" }
        return kind.reduce(into: "") { word, character in
            word += character.isUppercase && !word.isEmpty ? " " + character.lowercased() : String(character)
        }
    }

    /// Returns the heading of a section, such as `Option sheets`.
    static func heading(_ kind: String) -> String {
        let word = word(kind)
        return word.prefix(1).uppercased() + word.dropFirst() + (kind.isEmpty || word.hasSuffix("s") ? "" : "s")
    }
}
