import DocumentKinds
import SchemaRepository

/// The messages about wrong values in the cells (fields) of a questionnaire: those that the document defines, or else
/// the preview's own.
struct CellWording {
    let words: FrameWords

    /// Returns the messages for the rules that a value violates: at most three that the document defines or, if it
    /// defines none, the preview's message for the first rule.
    func messages(_ faults: [CellFault]) -> [String] {
        let own = faults.compactMap { fault -> String? in if case .message(let text) = fault { text } else { nil } }
        return own.isEmpty ? faults.prefix(1).map(message) : Array(own.prefix(3))
    }

    private func message(_ fault: CellFault) -> String {
        switch fault {
        case .message(let text): text
        case .mask(let masks):
            words[
                "cell.mask",
                ["masks": masks.prefix(4).map { Self.isolated($0.hint) }.joined(separator: words["cell.or"])]]
        case .pattern: words["error.pattern"]
        case .costlyPattern: words["error.pattern.costly"]
        case .shorter(let least): words["error.minLength", ["limit": words.number(least)]]
        case .longer(let most): words["error.maxLength", ["limit": words.number(most)]]
        case .less(let least): words["error.minimum", ["limit": number(least)]]
        case .greater(let most): words["error.maximum", ["limit": number(most)]]
        case .earlier(let day): words["cell.earlier", ["date": date(day)]]
        case .later(let day): words["cell.later", ["date": date(day)]]
        case .notANumber: words["error.type.number"]
        case .notADate: words["cell.noDate"]
        case .notAnOption: words["error.enum"]
        case .wrongType: words["error.type"]
        }
    }

    /// Returns names as one phrase, at most 8 of them.
    func list(_ names: [String]) -> String {
        let shown = names.prefix(8).map(Self.isolated).joined(separator: words["cell.comma"])
        return names.count > 8 ? shown + "…" : shown
    }

    /// Returns a date in the numeric notation of the language.
    private func date(_ day: CalendarDay) -> String {
        let parts = day.text.split(separator: "-").map(String.init)
        guard parts.count == 3 else { return day.text }
        let order = words["cell.date"]
        return Self.isolated(
            order.replacing("{year}", with: digits(parts[0])).replacing("{month}", with: digits(parts[1]))
                .replacing("{day}", with: digits(parts[2])))
    }

    /// Isolates a text whose direction may differ from that of the sentence around it.
    static func isolated(_ text: String) -> String { "\u{2068}\(text)\u{2069}" }

    private func number(_ text: String) -> String { Int(text).map(words.number) ?? text }

    private func digits(_ text: String) -> String {
        text.map { $0.wholeNumberValue.map(words.number) ?? String($0) }.joined()
    }
}
