import DocumentKinds
import JSONText
import SchemaRepository

/// The state of a questionnaire when it is opened or after a post, with the changes made by the post.
struct QuestionnaireUpdate {
    private(set) var state: QuestionnaireState
    private(set) var review: QuestionnaireReview
    /// The cells that the person changed.
    private(set) var changed: Set<CellAddress> = []
    /// The keys of the cells for which no test data could be generated.
    private(set) var unfilled: [String] = []
    /// The name of the requested test data if they do not exist or are not JSON.
    private(set) var missingFilling: String?
    /// True if empty cells are marked.
    private(set) var isChecked = false
    private(set) var isDone = false

    init(_ questionnaire: Questionnaire, entry: QuestionnaireEntry, setting: DocumentSetting, lists: CellLists) {
        let circumstances = QuestionnaireCircumstances(
            today: CalendarDay(setting.sources.now) ?? .epoch, language: setting.words.language,
            firstItem: { lists.firstItem(of: $0, parents: $1) })
        state = QuestionnaireState(questionnaire, in: circumstances)
        review = QuestionnaireReview()
        switch entry.press {
        case .open: open(setting, in: circumstances)
        case .fill: fill(setting, in: circumstances)
        case .restart: break
        default:
            state = QuestionnaireState(
                questionnaire, data: entry.data, typed: entry.typed, in: circumstances)
            enter(entry)
            press(entry.press)
            isChecked = entry.isChecked
        }
        review = state.review()
        let isSubmitted =
            entry.press == .submit || entry.press == .open && setting.options.moment == .submitted
        isChecked = isSubmitted || isChecked
        isDone = isSubmitted && review.isComplete
    }

    private mutating func open(_ setting: DocumentSetting, in circumstances: QuestionnaireCircumstances) {
        switch setting.options.filling {
        case .test: fill(setting, in: circumstances)
        case .saved(let name):
            guard let bytes = setting.sources.filling(name), let data = try? JSONDocument(parsing: bytes).root else {
                missingFilling = name
                return
            }
            state = QuestionnaireState(state.questionnaire, data: data, in: circumstances)
        case nil: break
        }
    }

    private mutating func fill(_ setting: DocumentSetting, in circumstances: QuestionnaireCircumstances) {
        let sample = QuestionnaireSample.of(setting.root, in: circumstances)
        unfilled = sample.unfilled.map(\.key)
        guard let data = try? JSONDocument(parsing: sample.data).root else { return }
        state = QuestionnaireState(state.questionnaire, data: data, in: circumstances)
    }

    // MARK: Posted values

    private mutating func enter(_ entry: QuestionnaireEntry) {
        let before = state.review()
        var entered: [(address: CellAddress, text: String)] = []
        var places: [String: CellAddress] = [:]
        for address in state.addresses() where before.demands[address] != nil && before.waiting[address] == nil {
            let name = state.pointer(of: address)
            if entry.order.contains(name) { places[name] = address }
            switch state.questionnaire[address.key]?.cell.kind {
            case "document": continue
            case "switch":
                let isOn = entry.text(name) != nil
                if isOn != (state[address]?.boolean ?? false) { entered.append((address, isOn ? "true" : "false")) }
            default:
                // A changed cell may have the same text as before: a person changed its parent cell and then typed the
                // text again for the new parent.
                guard let text = entry.text(name), places[name] != nil || text != Self.text(of: state[address]) else {
                    continue
                }
                entered.append((address, text))
            }
        }
        changed = Set(entered.map(\.address))
        state.enter(typed: entered, inOrder: entry.order.compactMap { places[$0] })
    }

    private mutating func press(_ press: QuestionnaireEntry.Press) {
        switch press {
        case .add(let place): change(place) { state, list in state.addEntry(to: list) }
        case .remove(let place):
            let tokens = JSONPointer(place)?.tokens ?? []
            guard let number = tokens.last.flatMap(Int.init) else { return }
            change(JSONPointer(tokens: tokens.dropLast()).description) { state, list in
                state.removeEntry(number, from: list)
            }
        case .attach(let place): attach("document.pdf", at: place)
        case .photograph(let place): attach("photo.jpg", at: place)
        case .detach(let place): attach("", at: place)
        case .lookUp(let place): change(place) { state, lookup in state.lookUp(lookup) }
        case .open, .refresh, .submit, .restart, .fill: break
        }
    }

    private mutating func attach(_ name: String, at place: String) {
        change(place) { state, document in state.enter(typed: [(document, name)]) }
    }

    private mutating func change(_ place: String, _ body: (inout QuestionnaireState, CellAddress) -> Void) {
        guard let address = state.addresses().first(where: { state.pointer(of: $0) == place }) else { return }
        changed.insert(address)
        body(&state, address)
    }

    /// Returns a value as the text of its control.
    static func text(of value: JSONValue?) -> String {
        guard let value, !value.isNull else { return "" }
        return value.string ?? value.rawText
    }
}
