/// The variables of the template of a cell, which is a field of a questionnaire.
struct CellContext {
    struct Option {
        let value: String
        let title: String
        let isSelected: Bool
    }

    let id: String
    /// The control's name: the value's pointer in the data; nil if the cell has no key, or the key of another cell.
    let name: String?
    /// The pointer of the cell in the document.
    let pointer: String
    let title: String
    let optional: String?
    /// A hint about what to do first, or about the source of the value.
    let help: String?
    let errors: [String]
    let describedBy: String?
    var value: String?
    let isBroken: Bool
    let isRequired: Bool
    let isDisabled: Bool
    let isDeciding: Bool
    /// True if buttons do nothing, as on a standalone page.
    let isInert: Bool
    var isChecked = false
    var isLTR = false
    var isOpen = false
    var inputType = "text"
    var inputMode: String?
    var placeholder: String?
    var minimum: String?
    var maximum: String?
    var choose: String?
    var options: [Option] = []
    /// The cells of a composite.
    var cells: [Markup] = []
    var entries: [Entry] = []
    var actions: [Action] = []
    var icon = Markup.empty
    var thumbnail = Markup.empty

    /// An entry of a list.
    struct Entry {
        let html: String
        let title: String
        /// A short identifying text of the entry.
        let known: String?
        let remove: Action?
    }

    /// A button of the cell.
    struct Action {
        let title: String
        /// The title of the cell, or of the list entry to remove, for screen readers.
        let of: String
        let value: String
        let icon: Markup
        let isInert: Bool
    }
}
