import DocumentKinds
import JSONText
import SchemaRepository

/// A person's progress in a form: the current step and the data.
struct FormState {
    private let setting: DocumentSetting
    private let steps: [FormStep]
    private let schemas: FormSchemas
    private let entry: FormEntry
    private let lists: FormLists
    private var words: FrameWords { setting.words }
    /// The index of the current step.
    private(set) var step: Int
    /// The data of all steps.
    private(set) var data: FormValue
    /// The fields of the current step.
    private(set) var fields: [FormField] = []
    /// The choices between alternatives of the current step as a whole.
    private(set) var branches: [FormBranch] = []
    private(set) var errors = FormErrors()
    /// The titles of the fields whose values were removed because they no longer apply.
    private(set) var cleared: [String] = []
    /// The messages about values that could not be filled in from test data.
    private(set) var fillingProblems: [String] = []
    private(set) var isDone = false

    /// Creates the state before the post is applied.
    init(_ steps: [FormStep], setting: DocumentSetting) {
        self.setting = setting
        self.steps = steps
        lists = FormLists(setting.sources)
        entry = FormEntry(setting.options, lists: lists, work: setting.work)
        schemas = FormSchemas(steps, work: setting.work)
        step = min(steps.count, max(1, entry.step ?? setting.options.step)) - 1
        data = entry.data
    }

    /// True if the post submitted the form.
    var isSubmitted: Bool { isDone && entry.press == .next }

    /// The schema of the current step.
    var schema: FormSchema { schemas[step] }

    /// The indexes of the chosen alternatives, by the name of the control.
    var picked: ChosenAlternatives { entry.picked }

    /// Applies the posted values and the pressed button.
    mutating func settle() {
        switch entry.press {
        case .open, .restart:
            if entry.press == .restart { step = 0 }
            data = .empty
            open()
            show(step)
            if entry.press == .open, setting.options.moment == .submitted { advance() }
            return
        case .fill:
            fill(FormFilling(generatedFor: steps, in: setting.document, words: words, work: setting.work))
            show(step)
            return
        case .refresh where entry.wasDone:
            show(step)
            advance()
            return
        case .back, .next, .refresh, .go, .add, .remove: break
        }
        // The alternatives chosen before the post are unknown, but the data before the post determine them.
        let before = steps.indices.flatMap { top(of: $0, with: entry.data, picked: [:]).fields }
        show(step)
        data = entry.applied(to: fields, data: data)
        dropInapplicable(before)
        setDefaults(except: Set(Self.inside(before).map { JSONName($0.pointer) }))
        show(step)
        switch entry.press {
        case .back: show(max(0, step - 1))
        case .go(let number): show(min(steps.count, max(1, number)) - 1)
        case .next: advance()
        case .open, .restart, .refresh, .fill, .add, .remove: break
        }
    }

    // MARK: Fields

    private mutating func show(_ step: Int) {
        self.step = step
        (fields, branches) = top(of: step, with: data)
    }

    private func top(
        of step: Int, with data: FormValue, picked: ChosenAlternatives? = nil
    ) -> (fields: [FormField], branches: [FormBranch]) {
        var tree = FieldTree(schemas[step], lists: lists, picked: picked ?? entry.picked)
        return tree.top(FormUI(value: steps[step].uiSchema), data: data)
    }

    private func allFields(with data: FormValue) -> [FormField] {
        steps.indices.flatMap { top(of: $0, with: data).fields }
    }

    /// Returns the fields and all fields nested in them.
    private static func inside(_ fields: [FormField]) -> [FormField] { fields.flatMap { [$0] + inside($0.fields) } }

    // MARK: Values

    /// Sets the initial values of a form: the test data, if requested, and the defaults.
    private mutating func open() {
        switch setting.options.filling {
        case nil: break
        case .test: fill(FormFilling(generatedFor: steps, in: setting.document, words: words, work: setting.work))
        case .saved(let name): fill(FormFilling(named: name, in: setting.sources, words: words))
        }
        setDefaults(except: [])
    }

    private mutating func fill(_ filling: FormFilling) {
        fillingProblems = filling.problems
        guard !filling.data.names.isEmpty else { return }
        if filling.problems.isEmpty { data = .empty }
        for name in filling.data.names { data[name] = filling.data[name] }
        guard setting.options.filling == .test || entry.press == .fill else { return }
        // Generated data do not come from the option lists, so a value outside arrays that is not in the list of its
        // field is replaced by the first item of the list, if the field's schema allows the item.
        for number in steps.indices where setting.work.spend() {
            data = withItems(data, fields: top(of: number, with: data).fields, schema: schemas[number])
        }
    }

    private func withItems(_ value: FormValue, fields: [FormField], schema: FormSchema) -> FormValue {
        var value = value
        for field in fields {
            guard let old = value[field.name] else { continue }
            if field.widget == .group {
                value[field.name] = withItems(old, fields: field.fields, schema: schema)
            } else if field.list != nil, !field.isArray, let first = field.choices.first,
                !field.choices.contains(where: { $0.value == old }),
                field.schemas.first.map({ schema.accepts(first.value, by: $0) }) ?? false
            {
                value[field.name] = first.value
            }
        }
        return value
    }

    /// Sets the default values of absent fields except those with the pointers in `known`, and the value of every field
    /// that allows only one.
    private mutating func setDefaults(except known: Set<JSONName>) {
        // A default may add further fields with defaults of their own.
        for _ in 0..<4 {
            let before = data
            for number in steps.indices where setting.work.spend() {
                data = withDefaults(data, fields: top(of: number, with: data).fields, except: known)
            }
            if data == before { return }
        }
    }

    private func withDefaults(_ value: FormValue, fields: [FormField], except known: Set<JSONName>) -> FormValue {
        var value = value
        for field in fields {
            let present = value[field.name]
            if let written = field.constant {
                if let constant = FormValue(written, within: setting.work), present != constant {
                    value[field.name] = constant
                }
            } else if present == nil, !known.contains(JSONName(field.pointer)), let initial = field["default"] {
                value[field.name] = FormValue(initial, within: setting.work)
            }
            switch field.widget {
            case .group:
                let inside = withDefaults(value[field.name] ?? .empty, fields: field.fields, except: known)
                if value[field.name] != nil || field.isRequired || inside.hasMore(thanConstantsOf: field.fields) {
                    value[field.name] = inside
                }
            case .rows:
                guard case .array(var rows)? = value[field.name] else { continue }
                for (index, row) in field.fields.enumerated() where index < rows.count && row.widget == .group {
                    rows[index] = withDefaults(rows[index], fields: row.fields, except: known)
                }
                value[field.name] = .array(rows)
            default: break
            }
        }
        return value
    }

    /// Removes the values of fields that no longer apply, in at most 8 rounds, because other fields may depend on the
    /// removed values.
    private mutating func dropInapplicable(_ before: [FormField]) {
        var before = Self.inside(before)
        for _ in 0..<8 {
            let now = Self.inside(allFields(with: data))
            let kept = Set(now.map { JSONName($0.pointer) })
            let gone = before.filter { field in
                !kept.contains(JSONName(field.pointer))
                    && JSONPointer(field.pointer).flatMap { data.value(at: $0) } != nil
            }
            guard !gone.isEmpty, setting.work.spend(gone.count) else { return }
            for field in gone {
                guard let pointer = JSONPointer(field.pointer), let old = data.value(at: pointer) else { continue }
                data = data.removing(pointer.tokens[...])
                if !old.isBlank, field.constant == nil { cleared.append(field.title) }
            }
            before += now
        }
    }

    // MARK: Steps

    /// Shows the next step, or finishes the form after the last one; if a step has errors, shows that step and its
    /// errors.
    private mutating func advance() {
        errors = check(step, entered: step + 1, shape: (fields, branches))
        guard errors.isEmpty else { return }
        if step + 1 < steps.count {
            show(step + 1)
            return
        }
        for earlier in 0..<step {
            let errors = check(earlier, entered: steps.count, shape: top(of: earlier, with: data))
            guard errors.isEmpty else {
                show(earlier)
                self.errors = errors
                return
            }
        }
        isDone = true
    }

    private func check(_ step: Int, entered: Int, shape: (fields: [FormField], branches: [FormBranch])) -> FormErrors {
        FormErrors(
            of: data, page: step, entered: entered, in: schemas, shape: shape, asDrawn: true, words: words)
    }
}

extension FormValue {
    /// Returns true if an object has members other than the constants of `fields`.
    fileprivate func hasMore(thanConstantsOf fields: [FormField]) -> Bool {
        names.contains { name in !fields.contains { $0.name.isExactly(name) && $0.constant != nil } }
    }
}
