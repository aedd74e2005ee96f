import JSONText
import SchemaRepository

/// Finds the gaps and faults of a questionnaire's cells, in document order.
struct QuestionnaireReviewer {
    private let state: QuestionnaireState
    private var visibility: CellVisibility
    var review = QuestionnaireReview()

    init(_ state: QuestionnaireState) {
        self.state = state
        visibility = CellVisibility(state)
    }

    /// Reviews cells; `mayBeEmpty` is true inside an empty optional composite.
    mutating func visit(_ cells: [QuestionnaireCell], entries: [Int], mayBeEmpty: Bool) {
        for cell in cells {
            // Of several cells with the same key, only the first has a value.
            guard let key = cell.key, let placed = state.questionnaire[key],
                placed.cell.value.range == cell.value.range
            else { continue }
            let address = CellAddress(key, entries: entries)
            guard !visibility.isHidden(address) else {
                review.hidden.insert(address)
                continue
            }
            if let parent = visibility.emptyParent(of: address) { review.waiting[address] = parent }
            let isOptional = mayBeEmpty || placed.isOptional
            switch cell.kind {
            case "composite":
                let isEmpty = !state.addresses(inside: address).contains { state.fillsComposite($0) }
                visit(cell.cells, entries: entries, mayBeEmpty: isOptional && isEmpty)
            case "list":
                let count = state.entries(of: address)
                if count == 0, !isOptional { fail(address, .empty) }
                for number in 0..<count { visit(cell.cells, entries: entries + [number], mayBeEmpty: false) }
            default: judge(placed, at: address, isOptional: isOptional)
            }
        }
    }

    private mutating func judge(_ placed: PlacedCell, at address: CellAddress, isOptional: Bool) {
        let demand = CellDemand(placed.cell, in: visibility.scope(of: placed, entries: address.entries))
        review.demands[address] = demand
        guard let value = state[address], !value.hasNoData else {
            if !isOptional { fail(address, .empty) }
            return
        }
        let faults = demand.faults(of: value)
        guard faults.isEmpty else {
            review.faults[address] = faults
            return fail(address, .broken)
        }
        guard !isOptional else { return }
        review.count.total += 1
        review.count.complete += 1
    }

    private mutating func fail(_ address: CellAddress, _ reason: QuestionnaireReview.Reason) {
        let waits = reason == .empty ? review.waiting[address] : nil
        review.gaps.append(QuestionnaireReview.Gap(address: address, reason: waits.map { .waits(for: $0) } ?? reason))
        review.count.total += 1
    }
}
