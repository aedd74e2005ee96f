package import JSONText

/// The actions of the person who fills in the questionnaire.
extension QuestionnaireState {
    /// Enters several values at once, as a form posts them. Changed values clear dependent cells, even if values for
    /// these cells were entered too.
    ///
    /// `order` lists the cells in the order of their changes, if known: a cell that was changed after the cell that it
    /// depends on keeps its value. Only the last 200 cells of `order` are used; all other cells are treated as changed
    /// before them.
    package mutating func enter(
        _ entered: [(address: CellAddress, value: JSONValue?)], inOrder order: [CellAddress] = []
    ) {
        let turns = Dictionary(
            order.suffix(Self.orderLimit).enumerated().map { ($1, $0) }, uniquingKeysWith: { _, last in last })
        func turn(_ entry: (address: CellAddress, value: JSONValue?)) -> Int { turns[entry.address] ?? -1 }
        let changes = entered.filter { isChange(of: $0.address, to: $0.value) }
        for change in changes { store(change.value, at: change.address) }
        for change in changes.sorted(by: { turn($0) < turn($1) }) {
            clearDependents(of: change.address)
            for later in entered where turn(later) > turn(change) && isChange(of: later.address, to: later.value) {
                restoreEntries(around: later.address)
                store(later.value, at: later.address)
            }
        }
        let kept = Set(entered.filter { $0.value != nil && !isChange(of: $0.address, to: $0.value) }.map(\.address))
        cleared.removeAll { kept.contains($0) }
        settle()
    }

    /// The maximum number of changes whose order is used.
    private static let orderLimit = 200

    /// Enters one value; nil empties the cell.
    package mutating func enter(_ value: JSONValue?, at address: CellAddress) { enter([(address, value)]) }

    /// Adds an entry with its initial values to a list, unless all lists together already have `entryLimit` entries.
    package mutating func addEntry(to list: CellAddress) {
        guard let cell = questionnaire[list.key]?.cell, counts.values.reduce(0, +) < Self.entryLimit else { return }
        let number = entries(of: list)
        counts[list] = number + 1
        setInitialValues(of: cell.cells, entries: list.entries + [number], within: nil)
        clearDependents(of: list)
        settle()
    }

    /// Removes an entry from a list; later entries move up.
    package mutating func removeEntry(_ number: Int, from list: CellAddress) {
        let count = entries(of: list)
        guard (0..<count).contains(number) else { return }
        let depth = list.entries.count
        func moved(_ address: CellAddress) -> CellAddress? {
            guard questionnaire.isInside(address.key, of: list.key), address.entries.starts(with: list.entries),
                address.entries[depth] >= number
            else { return address }
            guard address.entries[depth] > number else { return nil }
            var entries = address.entries
            entries[depth] -= 1
            return CellAddress(address.key, entries: entries)
        }
        func kept<Value>(_ old: [CellAddress: Value]) -> [CellAddress: Value] {
            old.reduce(into: [:]) { kept, pair in
                if let address = moved(pair.key) { kept[address] = pair.value }
            }
        }
        values = kept(values)
        counts = kept(counts)
        typed = Set(typed.compactMap(moved))
        hidden = Set(hidden.compactMap(moved))
        counts[list] = count - 1
        clearDependents(of: list)
        settle()
    }

    /// Removes the value of a lookup cell, typed or found, and looks up a new one.
    package mutating func lookUp(_ address: CellAddress) {
        typed.remove(address)
        if !(self[address]?.hasNoData ?? true) {
            values[address] = nil
            clearDependents(of: address)
        }
        settle()
    }

    private func isChange(of address: CellAddress, to value: JSONValue?) -> Bool {
        let before = self[address].flatMap { $0.hasNoData ? nil : $0 }
        let after = value.flatMap { $0.hasNoData ? nil : $0 }
        guard let before, let after else { return (before == nil) != (after == nil) }
        return !before.isEqual(to: after)
    }

    /// Restores the list entries that contain a cell, if a change has cleared the lists.
    private mutating func restoreEntries(around address: CellAddress) {
        for (depth, list) in (questionnaire[address.key]?.lists ?? []).enumerated() {
            let place = CellAddress(list, entries: Array(address.entries.prefix(depth)))
            counts[place] = max(entries(of: place), address.entries[depth] + 1)
        }
    }

    private mutating func store(_ value: JSONValue?, at address: CellAddress) {
        values[address] = value.flatMap { $0.hasNoData ? nil : $0 }
        if questionnaire[address.key]?.cell.kind == "lookup" { typed.insert(address) }
    }
}
