import JSONText

/// What a posted questionnaire says: the values of its controls, those before, and what was pressed.
struct QuestionnaireEntry {
    /// What the person pressed; places are pointers in the data.
    enum Press: Hashable {
        case open, refresh, submit, restart, fill
        case add(String), remove(String), attach(String), photograph(String), detach(String), lookUp(String)
    }

    let press: Press
    /// The values before the post, of hidden cells too.
    let data: JSONValue?
    /// The places of the lookups that a person had entered.
    let typed: Set<String>
    /// The places of the cells that were changed, in the order of their last changes; empty where no script said so.
    let order: [String]
    /// Whether empty cells are marked, since the person wanted to submit.
    let isChecked: Bool
    private let controls: [String: [String]]

    init(_ options: PreviewOptions) {
        var controls: [String: [String]] = [:]
        for field in options.data.prefix(5_000) { controls[field.name, default: []].append(field.value) }
        self.controls = controls
        data = Self.json(controls["_data"])
        typed = Set(Self.json(controls["_typed"]).map { $0.elements.compactMap(\.string) } ?? [])
        order = (Self.json(controls["_order"]).map { $0.elements.compactMap(\.string) } ?? []).suffix(200)
        isChecked = controls["_checked"] != nil
        press = options.submitted ? Self.press(controls["_do"]?.last ?? "refresh") : .open
    }

    /// What a control says; nil where it was not posted.
    func text(_ name: String) -> String? { controls[name]?.last }

    private static func json(_ posted: [String]?) -> JSONValue? {
        posted?.last.flatMap { try? JSONDocument(parsing: $0, limits: .console) }?.root
    }

    private static func press(_ word: String) -> Press {
        let parts = word.split(separator: ":", maxSplits: 1).map(String.init)
        guard let verb = parts.first else { return .refresh }
        guard parts.count == 2 else {
            switch verb {
            case "submit": return .submit
            case "restart": return .restart
            case "fill": return .fill
            default: return .refresh
            }
        }
        switch verb {
        case "add": return .add(parts[1])
        case "remove": return .remove(parts[1])
        case "attach": return .attach(parts[1])
        case "photograph": return .photograph(parts[1])
        case "detach": return .detach(parts[1])
        case "lookup": return .lookUp(parts[1])
        default: return .refresh
        }
    }
}
