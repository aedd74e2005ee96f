import DocumentKinds
import JSONText
import SchemaRepository

/// The content of a posted form: the values of its controls, the step, and the pressed button.
struct FormEntry {
    /// The pressed button; `open` if the page was opened without a post.
    enum Press: Hashable {
        case open, refresh, next, back, restart, fill
        case go(Int)
        case add(String), remove(String)
    }

    let press: Press
    /// The number of the posted step, from 1, not checked against the form; nil if no number was posted.
    let step: Int?
    /// The data of all steps, as they were before the post.
    let data: FormValue
    /// The alternatives chosen in all steps.
    let picked: ChosenAlternatives
    /// True if the posted page showed the finished form, which has no fields.
    let wasDone: Bool
    private let lists: FormLists
    private let controls: [JSONName: [String]]

    init(_ options: PreviewOptions, lists: FormLists, work: WorkBudget) {
        self.lists = lists
        var controls: [JSONName: [String]] = [:]
        var picked: ChosenAlternatives = [:]
        for field in options.data.prefix(FrameLimits.postedFields) {
            controls[JSONName(field.name), default: []].append(field.value)
            if field.name.hasPrefix(FormBranch.prefix) { picked[JSONName(field.name)] = Int(field.value) }
        }
        self.controls = controls
        self.picked = picked
        wasDone = controls[JSONName("_done")] != nil
        step = controls[JSONName("_step")]?.first.flatMap(Int.init)
        data =
            controls[JSONName("_data")]?.first.flatMap { try? JSONDocument(parsing: $0, limits: .console) }
            .flatMap { $0.root.kind == .object ? FormValue($0.root, within: work) : nil } ?? .empty
        press = options.submitted ? Self.press(controls[JSONName("_do")]?.last ?? "next") : .open
    }

    private static func press(_ word: String) -> Press {
        switch word {
        case "back": .back
        case "refresh": .refresh
        case "restart": .restart
        case "fill": .fill
        case let word where word.hasPrefix("step:"): Int(word.dropFirst(5)).map { .go($0) } ?? .refresh
        case let word where word.hasPrefix("add:"): .add(String(word.dropFirst(4)))
        case let word where word.hasPrefix("remove:"): .remove(String(word.dropFirst(7)))
        default: .next
        }
    }

    /// Returns the data with the posted values of these fields.
    func applied(to fields: [FormField], data: FormValue) -> FormValue {
        var data = data
        for field in fields { data[field.name] = value(of: field, before: data[field.name]) }
        return data
    }

    private func value(of field: FormField, before: FormValue?) -> FormValue? {
        guard !field.isLocked else { return before }
        switch field.widget {
        case .group:
            let object = applied(to: field.fields, data: before ?? .empty)
            return object.names.isEmpty && before == nil && !field.isRequired ? nil : object
        case .rows:
            var rows = field.fields.map { value(of: $0, before: nil) }
            var isGrown = false
            if case .add(let pointer) = press { isGrown = pointer.isExactly(field.pointer) }
            if isGrown { rows.append(.null) }
            if case .remove(let pointer) = press,
                let row = field.fields.firstIndex(where: { $0.pointer.isExactly(pointer) })
            {
                rows.remove(at: row)
            }
            let isTouched =
                isGrown || rows.contains { $0 != nil && $0 != .object([]) && $0 != .null }
            if !isTouched, before == nil { return nil }
            let isObject = field.fields.first.map { $0.widget == .group } ?? true
            return rows.isEmpty
                ? nil : .array(rows.map { $0 == nil || $0 == .null ? (isObject ? .empty : .null) : $0 ?? .null })
        case .info:
            return before
        case .switch, .checkbox:
            let isOn = controls[JSONName(field.pointer)] != nil
            if let type = field["type"]?.string, type != "boolean" { return isOn ? typed("true", as: field) : nil }
            return .boolean(isOn)
        case .multiselect:
            let chosen = controls[JSONName(field.pointer)] ?? []
            let values = field.choices.filter { chosen.containsExactly($0.value.word) }.map(\.value)
            let words = field.choices.map(\.value.word)
            let others = chosen.filter { !$0.isEmpty && !words.containsExactly($0) }
            let all = values + others.map { typed($0, as: field) }
            return all.isEmpty ? nil : .array(all)
        case .file where field.isArray:
            return controls[JSONName(field.pointer)]?.last.map { .array([.string($0)]) }
        case .select, .category, .district:
            guard let part = field.list, field.levels?.trouble == nil else { return text(of: field, before: before) }
            let words = controls[JSONName(field.pointer)] ?? []
            if let chosen = lists.chosen(words.filter { !$0.isEmpty }, in: part) { return typed(chosen, as: field) }
            return words.first.flatMap { $0.isEmpty ? nil : typed($0, as: field) }
        default:
            return text(of: field, before: before)
        }
    }

    private func text(of field: FormField, before: FormValue?) -> FormValue? {
        guard let text = controls[JSONName(field.pointer)]?.last, !text.isEmpty else {
            // A password field is always drawn empty, so an empty one keeps the previous password.
            return field.widget == .password ? before : nil
        }
        if let choice = field.choices.first(where: { $0.value.word.isExactly(text) }) { return choice.value }
        return typed(text, as: field)
    }

    /// Returns a typed text converted to the schema's type, or unchanged if that is impossible, so that validation
    /// reports an error.
    private func typed(_ text: String, as field: FormField) -> FormValue {
        let types = field["type"].map { $0.string.map { [$0] } ?? $0.elements.compactMap(\.string) } ?? []
        if types.contains("string") { return .string(text) }
        if types.contains("number") || types.contains("integer") {
            let digits = WesternDigits.number(text)
            return JSONNumber(digits) != nil ? .number(digits) : .string(text)
        }
        if types == ["boolean"], text == "true" || text == "false" { return .boolean(text == "true") }
        return .string(text)
    }
}
