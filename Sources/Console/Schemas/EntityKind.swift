/// The kinds of entities (`x-kind`) in the order of the catalogue: whole documents first, their smallest parts last. An
/// entity is one schema of the repository.
enum EntityKind {
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

    /// Returns true if entities of a kind fill a screen: whole documents, which are the first five kinds.
    static func fillsScreen(_ kind: String) -> Bool { order.prefix(5).contains(kind) }

    /// Returns the heading of a section, such as “Option sheets”; for an unknown kind, its own name in words.
    static func heading(_ kind: String) -> String {
        switch kind {
        case "screen": Texts["schemas.shelf-screen"]
        case "form": Texts["schemas.shelf-form"]
        case "questionnaire": Texts["schemas.shelf-questionnaire"]
        case "optionSheet": Texts["schemas.shelf-option-sheet"]
        case "module": Texts["schemas.shelf-module"]
        case "widget": Texts["schemas.shelf-widget"]
        case "layout": Texts["schemas.shelf-layout"]
        case "component": Texts["schemas.shelf-component"]
        case "atom": Texts["schemas.shelf-atom"]
        case "element": Texts["schemas.shelf-element"]
        case "action": Texts["schemas.shelf-action"]
        case "field": Texts["schemas.shelf-field"]
        case "enum": Texts["schemas.shelf-enum"]
        case "": Texts["schemas.shelf-other"]
        default: words(kind)
        }
    }

    /// Returns the name of a kind in words, such as “Text style” for `textStyle`.
    private static func words(_ kind: String) -> String {
        let words = kind.reduce(into: "") { words, character in
            words += character.isUppercase && !words.isEmpty ? " " + character.lowercased() : String(character)
        }
        return words.prefix(1).uppercased() + words.dropFirst()
    }
}
