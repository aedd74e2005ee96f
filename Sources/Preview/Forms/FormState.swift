import JSONText
import SchemaRepository

/// Where a person is in a form, and with what data.
struct FormState {
    private let steps: [FormStep]
    private let schemas: [FormSchema]
    private let entry: FormEntry
    private let moment: FormMoment
    private let words: FrameWords
    /// The step shown, from 0.
    private(set) var step: Int
    /// The data of all steps.
    private(set) var data: FormValue
    /// The fields of the step shown.
    private(set) var fields: [FormField] = []
    private(set) var errors = FormErrors()
    /// Titles of the fields whose values were dropped, because they no longer apply.
    private(set) var cleared: [String] = []
    private(set) var isDone = false

    init(_ steps: [FormStep], entry: FormEntry, opened: Int, moment: FormMoment, words: FrameWords) {
        self.steps = steps
        self.moment = moment
        self.entry = entry
        self.words = words
        schemas = steps.map { FormSchema($0.jsonSchema) }
        step = min(steps.count, max(1, entry.step ?? opened)) - 1
        data = entry.data
    }

    /// Takes the posted values in and goes where the person pressed to go.
    mutating func settle() {
        guard entry.press != .open, entry.press != .restart else {
            if entry.press == .restart {
                step = 0
                data = .empty
            }
            fillDefaults()
            fields = fields(of: step)
            if entry.press == .open, moment == .submitted { advance() }
            return
        }
        data = entry.applied(to: fields(of: step), data: data)
        dropInapplicable()
        fields = fields(of: step)
        switch entry.press {
        case .back:
            step = max(0, step - 1)
            fields = fields(of: step)
        case .next:
            advance()
        case .open, .restart, .refresh, .add, .remove:
            break
        }
    }

    private func fields(of step: Int) -> [FormField] {
        var tree = FieldTree(schemas[step])
        return tree.fields(FormUI(value: steps[step].uiSchema), data: data)
    }

    /// Sets the defaults of the fields a person sees first.
    private mutating func fillDefaults() {
        for number in steps.indices {
            for field in fields(of: number) where data[field.name] == nil {
                if let value = field["default"] ?? field.constant { data[field.name] = FormValue(value) }
            }
        }
    }

    /// Drops values of the step's fields that the new data no longer have, until nothing changes.
    private mutating func dropInapplicable() {
        let before = fields(of: step, with: entry.data) + fields(of: step)
        for _ in 0..<8 {
            let names = Set(fields(of: step).map(\.name))
            let gone = before.filter { !names.contains($0.name) && data[$0.name] != nil }
            guard !gone.isEmpty else { return }
            for field in gone where data[field.name] != nil {
                data[field.name] = nil
                cleared.append(field.title)
            }
        }
    }

    private func fields(of step: Int, with data: FormValue) -> [FormField] {
        var tree = FieldTree(schemas[step])
        return tree.fields(FormUI(value: steps[step].uiSchema), data: data)
    }

    /// Goes to the next step, or ends the form, where nothing is wrong; else shows what is.
    private mutating func advance() {
        errors = FormErrors(of: data, fields: fields, schema: schemas[step], words: words)
        guard errors.fields.isEmpty, errors.general.isEmpty else { return }
        if step + 1 < steps.count {
            step += 1
            fields = fields(of: step)
            return
        }
        for earlier in 0..<step {
            let fields = fields(of: earlier)
            let errors = FormErrors(of: data, fields: fields, schema: schemas[earlier], words: words)
            guard errors.fields.isEmpty else {
                (step, self.fields, self.errors) = (earlier, fields, errors)
                return
            }
        }
        isDone = true
    }
}
