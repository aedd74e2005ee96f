import SchemaRepository

/// What people are told of cells, in the document's words where it has some.
struct CellWording {
    let words: FrameWords

    /// What is wrong with a value: what the document says of it, else the first rule that it breaks.
    func messages(_ faults: [CellFault]) -> [String] {
        let told = faults.compactMap { fault -> String? in if case .told(let text) = fault { text } else { nil } }
        return told.isEmpty ? faults.prefix(1).map(message) : Array(told.prefix(3))
    }

    private func message(_ fault: CellFault) -> String {
        switch fault {
        case .told(let text): text
        case .mask(let masks):
            words[
                "cell.mask",
                ["masks": masks.prefix(4).map { Self.isolated($0.hint) }.joined(separator: words["cell.or"])]]
        case .pattern: words["error.pattern"]
        case .shorter(let least): words["error.minLength", ["limit": words.number(least)]]
        case .longer(let most): words["error.maxLength", ["limit": words.number(most)]]
        case .less(let least): words["error.minimum", ["limit": number(least)]]
        case .greater(let most): words["error.maximum", ["limit": number(most)]]
        case .earlier(let day): words["cell.earlier", ["date": date(day)]]
        case .later(let day): words["cell.later", ["date": date(day)]]
        case .noNumber: words["error.type.number"]
        case .noDate: words["cell.noDate"]
        case .noOption: words["error.enum"]
        case .otherKind: words["error.type"]
        }
    }

    /// Several names in one sentence.
    func list(_ names: [String]) -> String {
        let shown = names.prefix(8).map(Self.isolated).joined(separator: words["cell.comma"])
        return names.count > 8 ? shown + "…" : shown
    }

    /// A day as the language writes it in figures.
    private func date(_ day: CalendarDay) -> String {
        let parts = day.text.split(separator: "-").map(String.init)
        guard parts.count == 3 else { return day.text }
        let order = words["cell.date"]
        return Self.isolated(
            order.replacing("{year}", with: digits(parts[0])).replacing("{month}", with: digits(parts[1]))
                .replacing("{day}", with: digits(parts[2])))
    }

    /// A text inside of a sentence that may run the other way.
    static func isolated(_ text: String) -> String { "\u{2068}\(text)\u{2069}" }

    private func number(_ text: String) -> String { Int(text).map(words.number) ?? text }

    private func digits(_ text: String) -> String {
        text.map { $0.wholeNumberValue.map(words.number) ?? String($0) }.joined()
    }
}
