package import JSONText

/// A questionnaire while it is filled in: the values of its cells, and what entering one does to the others.
///
/// A pure value: what is looked up, and what day it is, comes in with the circumstances. Every change leaves it
/// settled, with looked-up values filled in.
package struct QuestionnaireState: Sendable {
    package let questionnaire: Questionnaire
    let circumstances: QuestionnaireCircumstances

    /// Values of cells that have one of their own; a switch without one is off.
    var values: [CellAddress: JSONValue] = [:]

    /// How many entries lists have.
    var counts: [CellAddress: Int] = [:]

    /// The lookups whose value a person has entered, or taken away.
    package internal(set) var typed: Set<CellAddress> = []

    /// The cells that changes have cleared, in the order of the text; empty again with `forgetCleared`.
    package internal(set) var cleared: [CellAddress] = []

    /// The cells that were hidden when it was settled last.
    var hidden: Set<CellAddress> = []

    /// Entries in all lists together at most.
    static let entryLimit = 500

    /// A questionnaire as it is opened, with its initial values.
    package init(_ questionnaire: Questionnaire, in circumstances: QuestionnaireCircumstances) {
        self.questionnaire = questionnaire
        self.circumstances = circumstances
        for section in questionnaire.sections { setInitialValues(of: section.cells, entries: [], within: nil) }
        hidden = currentlyHidden()
        settle()
    }

    /// A questionnaire with the values that `data` has, and no others: those of a filling, or of the page before.
    ///
    /// Values by cell key, a composite an object of its cells, a list an array of such objects. What no cell has the key
    /// of, or no cell can hold, is left out. `typed` names lookups by their pointers in the data.
    package init(
        _ questionnaire: Questionnaire, data: JSONValue?, typed: Set<String> = [],
        in circumstances: QuestionnaireCircumstances
    ) {
        self.questionnaire = questionnaire
        self.circumstances = circumstances
        if let data {
            for section in questionnaire.sections { load(section.cells, from: data, entries: []) }
        }
        for address in addresses() where typed.contains(pointer(of: address)) { self.typed.insert(address) }
        hidden = currentlyHidden()
        settle()
    }

    /// The value of a cell that has one of its own, hidden or not.
    package subscript(_ address: CellAddress) -> JSONValue? {
        if let value = values[address] { return value }
        return questionnaire[address.key]?.cell.kind == "switch" ? Self.off : nil
    }

    /// How many entries a list has.
    package func entries(of list: CellAddress) -> Int { counts[list] ?? 0 }

    /// Lets the next changes list what they clear from the start.
    package mutating func forgetCleared() { cleared = [] }

    private static let off = SampleValue(Array("false".utf8))?.root
}
