import JSONText

/// The content of a posted questionnaire: the values of its controls, the values before the post, and the pressed
/// button.
struct QuestionnaireEntry {
    /// The pressed button, with the pointer of its cell or entry in the data; `open` if the page was opened without a
    /// post.
    enum Press: Hashable {
        case open, refresh, submit, restart, fill
        case add(String), remove(String), attach(String), photograph(String), detach(String), lookUp(String)
    }

    let press: Press
    /// The values before the post, including hidden cells.
    let data: JSONValue?
    /// The pointers of the lookup cells whose value a person typed.
    let typed: Set<String>
    /// The pointers of the last 200 changed cells, in order of their last change; empty without a script.
    let order: [String]
    /// True if empty cells are marked, because the person tried to submit.
    let isChecked: Bool
    private let controls: [String: [String]]

    init(_ options: PreviewOptions) {
        var controls: [String: [String]] = [:]
        for field in options.data.prefix(FrameLimits.postedFields) {
            controls[field.name, default: []].append(field.value)
        }
        self.controls = controls
        data = Self.json(controls["_data"])
        typed = Set(Self.json(controls["_typed"]).map { $0.elements.compactMap(\.string) } ?? [])
        order = (Self.json(controls["_order"]).map { $0.elements.compactMap(\.string) } ?? []).suffix(200)
        isChecked = controls["_checked"] != nil
        press = options.submitted ? Self.press(controls["_do"]?.last ?? "refresh") : .open
    }

    /// Returns the value of a control; nil if it was not posted.
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
