import SchemaRepository

/// How far a questionnaire is filled in, and what is wrong with it.
///
/// It is complete when every cell is shown with a valid value, but for those that are hidden and those that may stay
/// empty. A composite and a list count by the cells inside of them, a list without entries as one.
package struct QuestionnaireReview: Sendable {
    /// A cell that keeps the questionnaire from being complete.
    package struct Gap: Sendable, Hashable {
        package let address: CellAddress
        package let reason: Reason
    }

    package enum Reason: Sendable, Hashable {
        case empty
        /// Another cell must be filled in before.
        case waits(for: CellAddress)
        /// Its value breaks a rule.
        case broken
    }

    /// Cells that have to be filled in, and how many of them are.
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
    /// The cells that are disabled, with the one that must be filled in before each.
    package internal(set) var waiting: [CellAddress: CellAddress] = [:]
    package internal(set) var hidden: Set<CellAddress> = []
    /// What shown cells ask for.
    package internal(set) var demands: [CellAddress: CellDemand] = [:]

    /// Nothing asked for, nothing given.
    package init() {}

    package var isComplete: Bool { gaps.isEmpty }
}

extension QuestionnaireState {
    /// How far it is filled in now.
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
