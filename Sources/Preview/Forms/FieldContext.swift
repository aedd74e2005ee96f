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
    /// True if the value is read-only. Controls without the HTML attribute `readonly` are disabled instead.
    let isReadOnly: Bool
    /// True if other fields or choices may change with the value.
    let isDeciding: Bool
    /// True if the text is always left-to-right, as numbers and e-mail addresses are.
    let isLTR: Bool
    let inputType: String
    let inputMode: String?
    let autocomplete: String?
    let minimum: String?
    let maximum: String?
    let choose: String
    let options: [Option]
    /// The selects of an option tree after the first, each with the children of the item chosen in the previous select.
    let lowerLevels: [Level]
    let link: String?
    let linkTitle: String?
    let icon: Markup
    let note: String?
    /// The message below the control if its option list is unavailable.
    let hint: String?
    let branches: [Branch]
    let fields: [Markup]
    let rows: [Row]
    let add: String?
    let addValue: String

    /// A select with one level of an option tree.
    struct Level {
        let id: String
        let label: String
        let options: [Option]
    }

    /// A choice between alternatives (`oneOf`, `anyOf`).
    struct Branch {
        let id: String
        let name: String
        let label: String
        let options: [Option]
    }

    /// A row for one element of an array.
    struct Row {
        let html: String
        let title: String
        let pointer: String
        let remove: String?
        let removeValue: String
    }
}
