import JSONText

/// Tells which cells of a questionnaire are hidden, one asking another: a hidden cell counts as empty where a condition
/// asks for its value.
struct CellVisibility {
    let state: QuestionnaireState
    private var known: [CellAddress: Bool] = [:]
    /// The cells that are being asked about; one that depends on itself counts as shown.
    private var open: Set<CellAddress> = []
    /// Conditions that ask for one another at most; beyond, a cell counts as shown.
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
        for hider in state.questionnaire.hiders[address.key] ?? [] {
            for hider in state.addresses(of: hider, within: address.entries) where !isHidden(hider) {
                if state[hider]?.boolean == true { return true }
            }
        }
        return false
    }

    /// The value of a cell as others see it: nil where it is empty or hidden.
    mutating func value(of address: CellAddress) -> JSONValue? {
        guard let value = state[address], !value.isBare, !isHidden(address) else { return nil }
        return value
    }

    /// The values that a cell's conditions and bounds ask for.
    mutating func scope(of placed: PlacedCell, entries: [Int]) -> CellScope {
        var scope = CellScope(dates: DateReckoning(today: state.circumstances.today))
        for key in placed.asked { scope.values[key] = value(of: address(of: key, from: entries)) }
        return scope
    }

    /// The first cell that must be filled in before this one, or before one around it.
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

    /// Whether a cell has a value, a composite one in any of its cells, a list an entry.
    private mutating func isFilled(_ address: CellAddress) -> Bool {
        switch state.questionnaire[address.key]?.cell.kind {
        case "composite":
            guard !isHidden(address) else { return false }
            for inside in state.addresses(inside: address) where value(of: inside) != nil { return true }
            return false
        case "list": return state.entries(of: address) > 0 && !isHidden(address)
        default: return value(of: address) != nil
        }
    }

    /// The place of another cell that a cell names: in the same entries, as far as it is inside of them.
    private func address(of key: String, from entries: [Int]) -> CellAddress {
        CellAddress(key, entries: Array(entries.prefix(state.questionnaire[key]?.lists.count ?? 0)))
    }
}
