/// The shelves of the catalogue: `x-kind`, whole documents first, the words they are made of last.
enum Shelf {
    private static let order = [
        "screen", "form", "questionnaire", "optionSheet", "module", "widget", "layout", "component", "atom", "element",
        "action", "field", "enum",
    ]

    /// The kinds in the order of the shelves; those that the dialect does not name follow, and what has none is last.
    static func sorted(_ kinds: Set<String>) -> [String] {
        func place(_ kind: String) -> (Int, String) {
            (kind.isEmpty ? order.count + 1 : order.firstIndex(of: kind) ?? order.count, kind)
        }
        return kinds.sorted { place($0) < place($1) }
    }

    /// Whether what stands on a shelf fills a screen of its own.
    static func fillsScreen(_ kind: String) -> Bool { order.prefix(5).contains(kind) }

    /// A kind in words: `optionSheet` is `option sheet`.
    static func word(_ kind: String) -> String {
        guard !kind.isEmpty else { return "other" }
        return kind.reduce(into: "") { word, character in
            word += character.isUppercase && !word.isEmpty ? " " + character.lowercased() : String(character)
        }
    }

    /// What stands above a shelf: `Option sheets`.
    static func heading(_ kind: String) -> String {
        let word = word(kind)
        return word.prefix(1).uppercased() + word.dropFirst() + (kind.isEmpty || word.hasSuffix("s") ? "" : "s")
    }
}
