import SchemaRepository

/// The completeness of a questionnaire, and its faults.
///
/// A questionnaire is complete when every visible, required cell has a valid value and no visible cell has an invalid
/// one. The cells of an empty optional composite are not required. Composites and lists are not counted themselves, but
/// the cells inside them are; a required list without entries counts as one cell.
package struct QuestionnaireReview: Sendable {
    /// A cell that keeps the questionnaire from being complete.
    package struct Gap: Sendable, Hashable {
        package let address: CellAddress
        package let reason: Reason
    }

    /// The reason why a cell is a gap.
    package enum Reason: Sendable, Hashable {
        case empty
        /// Another cell must be filled in first.
        case waits(for: CellAddress)
        /// The cell's value violates a rule.
        case broken
    }

    /// The number of cells that need a valid value, and of those that have one. An optional cell is counted only while
    /// it has an invalid value.
    package struct Count: Sendable, Hashable {
        package var complete: Int
        package var total: Int

        package init(_ complete: Int, of total: Int) { (self.complete, self.total) = (complete, total) }
    }

    package internal(set) var gaps: [Gap] = []
    package internal(set) var count = Count(0, of: 0)
    /// The count of each section.
    package internal(set) var sections: [Count] = []
    package internal(set) var faults: [CellAddress: [CellFault]] = [:]
    /// The disabled cells, each with the cell that must be filled in first.
    package internal(set) var waiting: [CellAddress: CellAddress] = [:]
    package internal(set) var hidden: Set<CellAddress> = []
    /// The demands of the visible cells, except composites and lists.
    package internal(set) var demands: [CellAddress: CellDemand] = [:]

    /// Creates an empty review.
    package init() {}

    package var isComplete: Bool { gaps.isEmpty }
}

extension QuestionnaireState {
    /// Returns the current completeness and faults.
    package func review() -> QuestionnaireReview {
        var reviewer = QuestionnaireReviewer(self)
        for section in questionnaire.sections {
            let before = reviewer.review.count
            reviewer.visit(section.cells, entries: [], mayBeEmpty: false)
            let after = reviewer.review.count
            reviewer.review.sections.append(
                QuestionnaireReview.Count(after.complete - before.complete, of: after.total - before.total))
        }
        return reviewer.review
    }
}
