import JSONText

/// The consequences of values: newly hidden cells clear their dependents, and lookups are filled in.
extension QuestionnaireState {
    /// The maximum number of rounds, for questionnaires in which every round changes something.
    private static let roundLimit = 8

    /// Hides cells, clears the dependents of hidden cells and fills lookups, until nothing changes any more or
    /// `roundLimit` is reached.
    mutating func settle() {
        for _ in 0..<Self.roundLimit {
            let now = currentlyHidden()
            let gone = now.subtracting(hidden).filter { !(self[$0]?.hasNoData ?? true) }
            hidden = now
            for address in gone { clearDependents(of: address) }
            let isFilled = fillLookups()
            if gone.isEmpty, !isFilled { return }
        }
        hidden = currentlyHidden()
    }

    func currentlyHidden() -> Set<CellAddress> {
        var visibility = CellVisibility(self)
        return Set(addresses().filter { visibility.isHidden($0) })
    }

    /// Fills visible, empty lookups that wait for no other cell and into which nobody has typed. Returns true if a
    /// value was found for any.
    private mutating func fillLookups() -> Bool {
        var visibility = CellVisibility(self)
        var found: [(CellAddress, JSONValue)] = []
        for key in questionnaire.keys {
            guard let placed = questionnaire[key], placed.cell.kind == "lookup",
                let list = placed.cell.value["source"]?.string
            else { continue }
            for address in addresses(of: key) {
                guard self[address]?.hasNoData ?? true, !typed.contains(address), !visibility.isHidden(address),
                    visibility.emptyParent(of: address) == nil,
                    let item = circumstances.firstItem(list, parentTexts(of: address)),
                    let value = SampleValue(item), !value.hasNoData
                else { continue }
                let demand = CellDemand(placed.cell, in: visibility.scope(of: placed, entries: address.entries))
                found.append((address, demand.value(lookedUp: value).root))
            }
        }
        for (address, value) in found {
            values[address] = value
            clearDependents(of: address)
        }
        return !found.isEmpty
    }

    /// Returns the values of the cells in a cell's `parentFields`, as text; values that are neither strings nor numbers
    /// are left out.
    package func parentTexts(of address: CellAddress) -> [String] {
        (questionnaire[address.key]?.parents ?? []).compactMap { key in
            let depth = questionnaire[key]?.lists.count ?? 0
            let value = self[CellAddress(key, entries: Array(address.entries.prefix(depth)))]
            return value?.string ?? value?.number?.text
        }
    }
}
