package import JSONText

/// The state of a questionnaire being filled in: the values of its cells, and the effects of changes.
///
/// The state has no side effects: option list items and today's date come from `circumstances`. After every change,
/// hidden cells are determined and lookup cells are filled in.
package struct QuestionnaireState: Sendable {
    package let questionnaire: Questionnaire
    let circumstances: QuestionnaireCircumstances

    /// The values of cells; a switch without a value is off.
    var values: [CellAddress: JSONValue] = [:]

    /// The number of entries of each list.
    var counts: [CellAddress: Int] = [:]

    /// The lookup cells whose value a person has typed or removed.
    package internal(set) var typed: Set<CellAddress> = []

    /// The cells that changes have cleared so far, in text order.
    package internal(set) var cleared: [CellAddress] = []

    /// The hidden cells, as of the last change.
    var hidden: Set<CellAddress> = []

    /// The maximum number of entries in all lists together.
    static let entryLimit = 500

    /// Creates the initial state of a questionnaire, with its initial values.
    package init(_ questionnaire: Questionnaire, in circumstances: QuestionnaireCircumstances) {
        self.questionnaire = questionnaire
        self.circumstances = circumstances
        for section in questionnaire.sections { setInitialValues(of: section.cells, entries: [], within: nil) }
        hidden = currentlyHidden()
        settle()
    }

    /// Creates the state with the values in `data` instead of the initial values, for example with test data or the
    /// data of an earlier request. Empty lookups are then filled in.
    ///
    /// The data contain values by cell key: a composite is an object of its cells, a list an array of such objects.
    /// Values without a matching cell are ignored. `typed` names lookups by their pointers in the data.
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

    /// The value of a cell, hidden or not; nil if it has none.
    package subscript(_ address: CellAddress) -> JSONValue? {
        if let value = values[address] { return value }
        return questionnaire[address.key]?.cell.kind == "switch" ? Self.off : nil
    }

    /// Returns true if a cell makes the composite around it count as filled: if it has a value; for a switch, if it is
    /// on.
    func fillsComposite(_ address: CellAddress) -> Bool {
        guard let value = self[address] else { return false }
        return questionnaire[address.key]?.cell.kind != "switch" || value.boolean == true
    }

    /// Returns the number of entries of a list.
    package func entries(of list: CellAddress) -> Int { counts[list] ?? 0 }

    private static let off = SampleValue(Array("false".utf8))?.root
}
