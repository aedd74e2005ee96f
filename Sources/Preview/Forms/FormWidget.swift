/// The controls for fields, by their names in UI schemas.
enum FormWidget: String, Sendable {
    case text, password, textarea, number, `switch`, checkbox, radio, select, multiselect, date, phone, email, url
    case category, district, file, info
    /// The fields of an object and the rows of an array; not available in UI schemas.
    case group, rows

    /// Creates a control from its name or an alternative spelling; nil for unknown ones.
    init?(word: String) {
        switch word.lowercased() {
        case "group", "rows": return nil
        case "tel": self = .phone
        case "updown", "range", "integer": self = .number
        case "checkboxes": self = .multiselect
        case "toggle": self = .switch
        case "uri": self = .url
        default:
            guard let widget = FormWidget(rawValue: word.lowercased()) else { return nil }
            self = widget
        }
    }

    /// The name of the control's template.
    var template: String {
        switch self {
        case .text, .password, .number, .date, .phone, .email, .url: "fields/input"
        case .category, .district: "fields/select"
        case .textarea, .switch, .checkbox, .radio, .select, .multiselect, .file, .info, .group, .rows:
            "fields/" + rawValue
        }
    }
}
