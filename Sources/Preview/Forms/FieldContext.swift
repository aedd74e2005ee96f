import JSONText

/// What a field's template sees.
struct FieldContext {
    struct Option {
        let id: String
        let value: String
        let title: String
        let isSelected: Bool
    }

    let id: String
    /// The control's name: the value's pointer in the data.
    let name: String
    /// Where the field's schema stands in the document.
    let pointer: String
    let title: String
    let optional: String?
    let help: String?
    let error: String?
    let describedBy: String?
    let placeholder: String?
    let value: String?
    let isChecked: Bool
    let isRequired: Bool
    let isDisabled: Bool
    /// Whether the value can be read and not changed; a control that cannot say so is disabled too.
    let isReadOnly: Bool
    let isDeciding: Bool
    /// Whether the control's text runs left to right whatever the page does: numbers, addresses.
    let isLTR: Bool
    let inputType: String
    let inputMode: String?
    let autocomplete: String?
    let minLength: String?
    let maxLength: String?
    let minimum: String?
    let maximum: String?
    let choose: String
    let options: [Option]
    /// Further selects, each for the items below what the one before has chosen.
    let closer: [Level]
    let link: String?
    let linkTitle: String?
    let icon: Markup
    let note: String?
    /// What stands below the control besides its help.
    let hint: String?
    let branches: [Branch]
    let fields: [Markup]
    let rows: [Row]
    let add: String?
    let addValue: String

    /// A level of an option list's tree.
    struct Level {
        let id: String
        let label: String
        let options: [Option]
    }

    /// A choice between alternatives.
    struct Branch {
        let id: String
        let name: String
        let label: String
        let options: [Option]
    }

    /// A row of a list.
    struct Row {
        let html: String
        let title: String
        let pointer: String
        let remove: String?
        let removeValue: String
    }
}
