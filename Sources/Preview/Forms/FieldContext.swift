import JSONText

/// The variables of a field's template.
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
    /// The pointer of the field's schema in the document.
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
    /// True if the value is read-only; a control without that attribute is disabled instead.
    let isReadOnly: Bool
    let isDeciding: Bool
    /// True if the text is always left-to-right, such as numbers and addresses.
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
    /// The further selects of a tree, each for the children of the previous choice.
    let closer: [Level]
    let link: String?
    let linkTitle: String?
    let icon: Markup
    let note: String?
    /// The hint below the control, in addition to its help.
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
