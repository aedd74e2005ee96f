import JSONText

/// The effects of a change on dependent cells.
extension QuestionnaireState {
    /// Clears every cell whose `parentFields` name the changed cell or one of its containers, and then the cells that
    /// depend on the cleared cells in the same way. A cell inside a container does not depend on the container.
    mutating func clearDependents(of changed: CellAddress) {
        var pending = [changed]
        var seen: Set<CellAddress> = [changed]
        while let address = pending.popLast() {
            for child in dependents(of: address) where seen.insert(child).inserted {
                clear(child)
                pending.append(child)
                let inside = addresses(inside: child)
                seen.formUnion(inside)
                pending += inside
            }
        }
        if cleared.count > 1 {
            let places = Dictionary(
                questionnaire.keys.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
            cleared.sort { left, right in
                let (place, other) = (places[left.key] ?? 0, places[right.key] ?? 0)
                return place == other ? left.entries.lexicographicallyPrecedes(right.entries) : place < other
            }
        }
    }

    /// Returns the cells that depend on a cell, or on one of its containers without being inside the container.
    private func dependents(of address: CellAddress) -> [CellAddress] {
        guard let placed = questionnaire[address.key] else { return [] }
        return (placed.around + [address.key]).flatMap { key -> [CellAddress] in
            let depth = questionnaire[key]?.lists.count ?? 0
            let entries = Array(address.entries.prefix(depth))
            return (questionnaire.children[JSONName(key)] ?? []).filter { !questionnaire.isInside($0, of: key) }
                .flatMap { addresses(of: $0, within: entries) }
        }
    }

    /// Empties a cell, or restores its initial value.
    private mutating func clear(_ address: CellAddress) {
        guard let cell = questionnaire[address.key]?.cell else { return }
        let before = data(of: cell, entries: address.entries)
        for inside in addresses(inside: address) {
            values[inside] = nil
            counts[inside] = nil
            typed.remove(inside)
        }
        values[address] = nil
        counts[address] = nil
        typed.remove(address)
        if questionnaire.restoresInitialValues { restore(address) }
        guard !before.isEmpty, before != data(of: cell, entries: address.entries), !cleared.contains(address) else {
            return
        }
        cleared.append(address)
    }

    private mutating func restore(_ address: CellAddress) {
        guard let placed = questionnaire[address.key] else { return }
        let composite = placed.around.last.flatMap { questionnaire[$0]?.cell }
        let within = composite?.kind == "composite" ? composite?.value["initialValue"] : nil
        setInitialValues(of: [placed.cell], entries: address.entries, within: within)
    }

    // MARK: Places of cells

    /// Returns the addresses of a cell in all existing list entries; `entries` restricts the outermost lists to these
    /// entries.
    func addresses(of key: String, within entries: [Int] = []) -> [CellAddress] {
        guard let placed = questionnaire[key] else { return [] }
        guard placed.lists.count >= entries.count else {
            return [CellAddress(key, entries: Array(entries.prefix(placed.lists.count)))]
        }
        return placed.lists.dropFirst(entries.count).reduce([entries]) { found, list in
            found.flatMap { entries in
                (0..<(counts[CellAddress(list, entries: entries)] ?? 0)).map { entries + [$0] }
            }
        }.map { CellAddress(key, entries: $0) }
    }

    /// Returns every address of every cell.
    package func addresses() -> [CellAddress] { questionnaire.keys.flatMap { addresses(of: $0) } }

    /// Returns the addresses inside a composite or list.
    package func addresses(inside container: CellAddress) -> [CellAddress] {
        (questionnaire.inside[JSONName(container.key)] ?? []).flatMap { addresses(of: $0, within: container.entries) }
    }
}
