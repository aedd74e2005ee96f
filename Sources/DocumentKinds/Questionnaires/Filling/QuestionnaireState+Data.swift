import JSONText

/// Reading and writing the values as JSON.
extension QuestionnaireState {
    /// All values as JSON, including those of hidden cells, so that the questionnaire can be continued later.
    package var data: [UInt8] { written { _ in true } }

    /// The data to submit: the values of visible cells, as formatted JSON.
    package var payload: String {
        let hidden = hidden
        return String(decoding: written(pretty: true) { !hidden.contains($0) }, as: UTF8.self)
    }

    /// Returns the pointer of a cell's value in the data (RFC 6901).
    package func pointer(of address: CellAddress) -> String {
        guard let placed = questionnaire[address.key] else { return "" }
        var tokens: [String] = []
        var entries = address.entries[...]
        for key in placed.around {
            tokens.append(key)
            if questionnaire[key]?.cell.kind == "list", let entry = entries.popFirst() { tokens.append(String(entry)) }
        }
        return JSONPointer(tokens: tokens + [address.key]).description
    }

    // MARK: Reading

    mutating func load(_ cells: [QuestionnaireCell], from data: JSONValue, entries: [Int]) {
        for cell in cells {
            guard let key = cell.key, let value = data[key] else { continue }
            let address = CellAddress(key, entries: entries)
            switch (cell.kind, value.kind) {
            case ("composite", .object): load(cell.cells, from: value, entries: entries)
            case ("list", .array):
                for (number, entry) in value.elements.enumerated() where counts.values.reduce(0, +) < Self.entryLimit {
                    counts[address] = number + 1
                    load(cell.cells, from: entry, entries: entries + [number])
                }
            case ("composite", _), ("list", _), (_, .array): continue
            case (let kind, .object) where kind != "document": continue
            default: if !value.hasNoData { values[address] = value }
            }
        }
    }

    /// Sets the initial values of cells; `within` is the initial value of the composite or list entry that contains
    /// them.
    mutating func setInitialValues(of cells: [QuestionnaireCell], entries: [Int], within: JSONValue?) {
        for cell in cells {
            guard let key = cell.key else { continue }
            let address = CellAddress(key, entries: entries)
            let initial = [within?[key], cell.value["initialValue"]].compactMap(\.self).first { !$0.hasNoData }
            switch cell.kind {
            case "composite": setInitialValues(of: cell.cells, entries: entries, within: initial)
            case "list":
                guard let initial, initial.kind == .array else { continue }
                for (number, entry) in initial.elements.enumerated() where counts.values.reduce(0, +) < Self.entryLimit
                {
                    counts[address] = number + 1
                    setInitialValues(of: cell.cells, entries: entries + [number], within: entry)
                }
            case "date":
                let day = initial?.string.flatMap(DateResolver(today: circumstances.today).day)
                values[address] = day.flatMap { SampleValue(text: $0.text)?.root } ?? initial
            default: values[address] = initial
            }
        }
    }

    // MARK: Writing

    /// Returns the value of a cell as JSON; empty if there is none.
    func data(of cell: QuestionnaireCell, entries: [Int]) -> [UInt8] {
        var writer = JSONWriter()
        if hasValue(CellAddress(cell.key ?? "", entries: entries), where: { _ in true }) {
            write(cell, entries: entries, to: &writer, where: { _ in true })
        }
        return writer.bytes
    }

    private func written(pretty: Bool = false, where isWanted: (CellAddress) -> Bool) -> [UInt8] {
        var writer = JSONWriter(pretty: pretty)
        writer.beginObject()
        for section in questionnaire.sections { writeMembers(section.cells, entries: [], to: &writer, where: isWanted) }
        writer.endObject()
        return writer.bytes
    }

    private func writeMembers(
        _ cells: [QuestionnaireCell], entries: [Int], to writer: inout JSONWriter, where isWanted: (CellAddress) -> Bool
    ) {
        for cell in cells {
            // A second cell with the same key would duplicate the member.
            guard let key = cell.key, questionnaire[key]?.cell.value.range == cell.value.range,
                hasValue(CellAddress(key, entries: entries), where: isWanted)
            else { continue }
            writer.name(key)
            write(cell, entries: entries, to: &writer, where: isWanted)
        }
    }

    /// Returns true if a cell is wanted and has a value, a composite has a wanted cell with a value, or a list has an
    /// entry.
    private func hasValue(_ address: CellAddress, where isWanted: (CellAddress) -> Bool) -> Bool {
        guard isWanted(address) else { return false }
        switch questionnaire[address.key]?.cell.kind {
        case "composite": return addresses(inside: address).contains { isWanted($0) && self[$0] != nil }
        case "list": return entries(of: address) > 0
        default: return self[address] != nil
        }
    }

    private func write(
        _ cell: QuestionnaireCell, entries: [Int], to writer: inout JSONWriter, where isWanted: (CellAddress) -> Bool
    ) {
        let address = CellAddress(cell.key ?? "", entries: entries)
        switch cell.kind {
        case "composite":
            writer.beginObject()
            writeMembers(cell.cells, entries: entries, to: &writer, where: isWanted)
            writer.endObject()
        case "list":
            writer.beginArray()
            for number in 0..<self.entries(of: address) {
                writer.beginObject()
                writeMembers(cell.cells, entries: entries + [number], to: &writer, where: isWanted)
                writer.endObject()
            }
            writer.endArray()
        default: if let value = self[address] { writer.raw(value) }
        }
    }
}
