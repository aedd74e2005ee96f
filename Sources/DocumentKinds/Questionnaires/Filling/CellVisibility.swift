import JSONText

/// Determines which cells of a questionnaire are hidden; conditions of other cells treat a hidden cell as empty.
struct CellVisibility {
    let state: QuestionnaireState
    private var known: [CellAddress: Bool] = [:]
    /// The cells being evaluated; a cell that depends on itself is treated as visible.
    private var open: Set<CellAddress> = []
    /// The maximum depth of dependent conditions; a cell beyond it is treated as visible.
    private static let depthLimit = 100

    init(_ state: QuestionnaireState) { self.state = state }

    mutating func isHidden(_ address: CellAddress) -> Bool {
        if let answer = known[address] { return answer }
        guard open.count < Self.depthLimit, let placed = state.questionnaire[address.key],
            open.insert(address).inserted
        else { return false }
        let answer = isHidden(placed, at: address)
        open.remove(address)
        known[address] = answer
        return answer
    }

    private mutating func isHidden(_ placed: PlacedCell, at address: CellAddress) -> Bool {
        if let container = placed.around.last, isHidden(self.address(of: container, from: address.entries)) {
            return true
        }
        let rule = placed.cell.value["isHidden"]
        if rule?.boolean == true { return true }
        if rule?.kind == .object, scope(of: placed, entries: address.entries).holds(rule?["when"]) { return true }
        for hider in state.questionnaire.hiders[JSONName(address.key)] ?? [] {
            for hider in state.addresses(of: hider, within: address.entries) where !isHidden(hider) {
                if state[hider]?.boolean == true { return true }
            }
        }
        return false
    }

    /// Returns the value of a cell as other cells see it: nil if it is empty or hidden.
    mutating func value(of address: CellAddress) -> JSONValue? {
        guard let value = state[address], !value.hasNoData, !isHidden(address) else { return nil }
        return value
    }

    /// Returns the values that a cell's conditions and bounds use.
    mutating func scope(of placed: PlacedCell, entries: [Int]) -> CellScope {
        var scope = CellScope(dates: DateResolver(today: state.circumstances.today))
        for key in placed.asked { scope.values[JSONName(key)] = value(of: address(of: key, from: entries)) }
        return scope
    }

    /// Returns the first empty cell that must be filled in before a cell or one of its containers, or nil.
    mutating func emptyParent(of address: CellAddress) -> CellAddress? {
        guard let placed = state.questionnaire[address.key] else { return nil }
        for key in placed.around + [address.key] {
            for parent in state.questionnaire[key]?.parents ?? []
            where !state.questionnaire.isInside(address.key, of: parent) {
                let parent = self.address(of: parent, from: address.entries)
                if !isFilled(parent) { return parent }
            }
        }
        return nil
    }

    /// Returns true if a cell has a value. A composite counts as having a value if a cell inside it has one, apart from
    /// switches that are off; a list, if it has an entry.
    private mutating func isFilled(_ address: CellAddress) -> Bool {
        switch state.questionnaire[address.key]?.cell.kind {
        case "composite":
            guard !isHidden(address) else { return false }
            for inside in state.addresses(inside: address) where state.fillsComposite(inside) {
                if value(of: inside) != nil { return true }
            }
            return false
        case "list": return state.entries(of: address) > 0 && !isHidden(address)
        default: return value(of: address) != nil
        }
    }

    /// Returns the address of the cell with a key for another cell that refers to it and is in the list entries
    /// `entries`. In lists that contain both cells, both are in the same entry.
    private func address(of key: String, from entries: [Int]) -> CellAddress {
        CellAddress(key, entries: Array(entries.prefix(state.questionnaire[key]?.lists.count ?? 0)))
    }
}
