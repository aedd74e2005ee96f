/// What a cell's template sees.
struct CellContext {
    struct Option {
        let value: String
        let title: String
        let isSelected: Bool
    }

    let id: String
    /// The control's name: the value's pointer in the data; nothing where the cell cannot be used.
    let name: String?
    /// Where the cell stands in the document.
    let pointer: String
    let title: String
    let optional: String?
    /// What the person must do first, or where the value comes from.
    let help: String?
    let errors: [String]
    let describedBy: String?
    var value: String?
    let isBroken: Bool
    let isRequired: Bool
    let isDisabled: Bool
    let isDeciding: Bool
    /// Whether buttons do nothing, as on a page that stands alone.
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
        /// What the entry is known by.
        let known: String?
        let remove: Action?
    }

    /// A button of the cell.
    struct Action {
        let title: String
        /// The cell's title, for those who do not see where the button stands.
        let of: String
        let value: String
        let icon: Markup
        let isInert: Bool
    }
}
