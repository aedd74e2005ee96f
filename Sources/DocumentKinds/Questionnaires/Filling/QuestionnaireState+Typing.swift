package import JSONText

/// Converts typed and chosen texts to values of cells.
extension QuestionnaireState {
    /// Returns the value of a typed text, for example a number, an option, or a text with the literals of its mask; nil
    /// for a blank text.
    ///
    /// A text that cannot be converted stays a text, so that the review reports it. For a switch, every text except
    /// `true` means off.
    package func value(typed text: String, at address: CellAddress) -> JSONValue? {
        guard let placed = questionnaire[address.key], text.contains(where: { !$0.isWhitespace }) else { return nil }
        switch placed.cell.kind {
        case "number": return Self.number(typed: text) ?? Self.text(text)
        case "switch": return SampleValue(Array((text == "true" ? "true" : "false").utf8))?.root
        case "date": return Self.text(WesternDigits.text(text).filter { !$0.isWhitespace })
        case "choice": return option(typed: text, of: placed.cell) ?? Self.text(text)
        case "lookup":
            var visibility = CellVisibility(self)
            let demand = CellDemand(placed.cell, in: visibility.scope(of: placed, entries: address.entries))
            return demand.isNumeric ? Self.number(typed: text) ?? Self.text(text) : masked(text, by: demand.masks)
        case "document": return Self.text(text)
        default:
            var visibility = CellVisibility(self)
            let demand = CellDemand(placed.cell, in: visibility.scope(of: placed, entries: address.entries))
            return masked(text, by: demand.masks)
        }
    }

    /// Enters typed texts at once, with masks that depend on the other values entered. `order` is used as in
    /// ``enter(_:inOrder:)``.
    package mutating func enter(
        typed: [(address: CellAddress, text: String)], inOrder order: [CellAddress] = []
    ) {
        let values = typed.map { (address: $0.address, value: value(typed: $0.text, at: $0.address)) }
        enter(values, inOrder: order)
        for (entry, value) in zip(typed, values) {
            // A value that was cleared in the meantime is not converted again.
            guard let before = value.value, self.values[entry.address].map({ $0.isEqual(to: before) }) ?? false,
                let value = self.value(typed: entry.text, at: entry.address)
            else { continue }
            self.values[entry.address] = value
        }
    }

    private func masked(_ text: String, by masks: [InputMask]) -> JSONValue? {
        guard !masks.isEmpty, !masks.contains(where: { $0.accepts(text) }) else { return Self.text(text) }
        let western = WesternDigits.text(text)
        let completed = masks.lazy.compactMap { $0.completed(text) ?? $0.completed(western) }.first
        return Self.text(completed ?? text)
    }

    private func option(typed text: String, of cell: QuestionnaireCell) -> JSONValue? {
        (cell.value["options"].map { Array($0.elements) } ?? []).compactMap { $0["value"] }
            .first { ($0.string ?? $0.rawText).isExactly(text) }
    }

    private static func text(_ text: String) -> JSONValue? { SampleValue(text: text)?.root }

    private static func number(typed text: String) -> JSONValue? {
        let digits = WesternDigits.number(text)
        return JSONNumber(digits) == nil ? nil : SampleValue(number: digits)?.root
    }
}
