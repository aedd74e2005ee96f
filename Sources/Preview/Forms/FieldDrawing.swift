import JSONText

/// Draws the fields of one step.
struct FieldDrawing {
    let drawing: Drawing
    let words: FrameWords
    let errors: FormErrors

    /// Returns the markup of the fields in order. `uiPath` is the pointer of their UI schema in the document, whose
    /// errors are shown at the fields.
    func markup(_ fields: [FormField], data: FormValue, uiPath: String?) -> [Markup] {
        fields.map { field in
            let path = uiPath.map { drawing.path($0, field.name) }
            return markup(field, value: data[field.name], uiPath: path)
        }
    }

    /// Draws one field; `title` is used if the field has no title of its own.
    private func markup(_ field: FormField, value: FormValue?, uiPath: String?, title: String? = nil) -> Markup {
        let schemaPath = field.schemaPointer
        guard drawing.spend(on: field, pointer: schemaPath) else { return .empty }
        let written = drawing.written
        let context = context(field, value: value, schemaPath: schemaPath, uiPath: uiPath, title: title)
        let isTyped = field.levels.map { $0.trouble != nil } ?? false
        var markup = drawing.templates.render(isTyped ? "fields/input" : field.widget.template, context)
        drawing.count(markup, since: written)
        if let uiPath { markup = drawing.noted(markup, path: uiPath) }
        return drawing.noted(markup, path: schemaPath)
    }

    private func context(
        _ field: FormField, value: FormValue?, schemaPath: String, uiPath: String?, title: String?
    ) -> FieldContext {
        let id = drawing.id(Self.id(field))
        let error = errors.message(at: field).map { Markup.shown($0, upTo: FrameLimits.shownText) }
        let help = (field.ui.text("help") ?? field.ui.text("description") ?? field["description"]?.string)
            .map { Markup.shown($0) }
        let described = [help == nil ? nil : id + "-help", error == nil ? nil : id + "-error"].compactMap(\.self)
        let value = value ?? field.constant.map(FormValue.init)
        let isReadOnly = field.isReadOnly
        let isPlain = [.text, .password, .textarea, .number, .date, .phone, .email, .url].contains(field.widget)
        let isOptional = !field.isRequired && ![.switch, .checkbox, .info, .group, .rows].contains(field.widget)
        let rows = rows(field, value: value, uiPath: uiPath)
        // `FieldTree` finds at most 50 rows, so no more can be added.
        let maximumRows = min(50, field["maxItems"]?.integer ?? 50, field.tupleCount ?? 50)
        return FieldContext(
            id: id, name: field.pointer, pointer: drawing.pointer(schemaPath),
            title: field.ownTitle ?? title ?? field.name,
            optional: isOptional ? words["optional"] : nil, help: help, error: error,
            describedBy: described.isEmpty ? nil : described.joined(separator: " "),
            placeholder: field.widget == .password && value.map { !$0.isBlank } ?? false
                ? words["password-kept"] : field.ui.text("placeholder") ?? examples(field),
            value: field.widget == .password ? nil : value.map(\.text),
            isChecked: value?.text == "true" || field.widget == .file && !(value?.isBlank ?? true),
            isRequired: field.isRequired, isDisabled: field.ui.flag("disabled") || isReadOnly && !isPlain,
            isReadOnly: isReadOnly, isDeciding: field.refreshes,
            isLTR: [.number, .phone, .email, .url, .password, .date].contains(field.widget),
            inputType: inputType(field), inputMode: inputMode(field), autocomplete: autocomplete(field),
            minimum: field.widget == .date ? text("formatMinimum", of: field) : nil,
            maximum: field.widget == .date ? text("formatMaximum", of: field) : nil,
            choose: field.ui.text("placeholder") ?? words["choose"], options: options(field, id: id, value: value),
            lowerLevels: lowerLevels(field, id: id), link: link(field), linkTitle: field.ui["link"]?["title"]?.string,
            icon: drawing.icons.glyph(named: field.widget == .file ? "camera" : "info"),
            note: note(field, value: value), hint: hint(field),
            branches: branches(field.branches, of: field.ownTitle ?? title ?? field.name),
            fields: field.widget == .group
                ? markup(field.fields, data: value ?? .empty, uiPath: uiPath) : [],
            rows: rows, add: field.widget == .rows && rows.count < maximumRows ? words["add"] : nil,
            addValue: "add:" + field.pointer)
    }

    /// Returns the HTML id of a field's control, without the page's prefix.
    static func id(_ field: FormField) -> String { id(field.pointer) }

    /// Returns the HTML id for a control's name. For a name longer than 200 bytes, the id contains only the first 100
    /// bytes and a hash (FNV-1a), because the page repeats ids often.
    private static func id(_ name: String) -> String {
        guard name.utf8.count > 200 else { return id(of: name.utf8[...]) }
        let number = name.utf8.reduce(UInt64(14_695_981_039_346_656_037)) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
        return id(of: name.utf8.prefix(100)) + "-" + String(number, radix: 16)
    }

    private static func id(of name: Substring.UTF8View) -> String {
        "f"
            + name.map { byte -> String in
                let isPlain = (48...57).contains(byte) || (97...122).contains(byte | 0x20)
                return isPlain ? String(UnicodeScalar(byte)) : "-" + String(byte, radix: 16)
            }.joined()
    }

    private func rows(_ field: FormField, value: FormValue?, uiPath: String?) -> [FieldContext.Row] {
        guard field.widget == .rows else { return [] }
        let values = value?.elements ?? []
        let minimum = field["minItems"]?.integer ?? 0
        return field.fields.enumerated().map { index, row in
            let number = words.number(index + 1)
            let title = row.ownTitle.map { "\($0) \(number)" } ?? words["row", ["number": number]]
            let inside = markup(
                row, value: index < values.count ? values[index] : nil,
                uiPath: uiPath.map { drawing.path($0, "items") }, title: title)
            return FieldContext.Row(
                html: inside.html, title: title, pointer: drawing.pointer(row.schemaPointer),
                remove: field.fields.count > max(minimum, 0) && index < values.count ? words["remove"] : nil,
                removeValue: "remove:" + row.pointer)
        }
    }

    private func options(_ field: FormField, id: String, value: FormValue?) -> [FieldContext.Option] {
        var chosen = field.widget == .multiselect ? value?.elements ?? [] : value.map { [$0] } ?? []
        var choices = field.choices
        if let levels = field.levels {
            choices = levels.levels.first ?? []
            if field.widget != .multiselect, let top = levels.path.first { chosen = [.string(top)] }
        }
        // A current value that is not offered stays selectable.
        choices += chosen.filter { one in !one.isBlank && !choices.contains { $0.value.word.isExactly(one.word) } }
            .map { FormField.Choice(value: $0, title: $0.word) }
        return choices.enumerated().map { index, choice in
            var title = choice.title
            if case .boolean(let boolean) = choice.value, title == choice.value.text {
                title = words[boolean ? "yes" : "no"]
            }
            return FieldContext.Option(
                id: "\(id)-\(index)", value: choice.value.word, title: Markup.shown(title, upTo: FrameLimits.shownText),
                isSelected: chosen.contains { $0.word.isExactly(choice.value.word) })
        }
    }

    /// Returns the selects below the first one of an option tree.
    private func lowerLevels(_ field: FormField, id: String) -> [FieldContext.Level] {
        guard let levels = field.levels, field.widget != .multiselect, field.widget != .radio else { return [] }
        return levels.levels.enumerated().dropFirst().map { index, choices in
            FieldContext.Level(
                id: "\(id)-level-\(index)", label: words["closer", ["title": field.title]],
                options: choices.enumerated().map { position, choice in
                    FieldContext.Option(
                        id: "\(id)-\(index)-\(position)", value: choice.value.word, title: choice.title,
                        isSelected: levels.path.count > index && levels.path[index].isExactly(choice.value.word))
                })
        }
    }

    /// Returns choices between alternatives as variables of a template. `title` is the title of the field that the
    /// choices belong to; nil for choices of the step as a whole.
    func branches(_ branches: [FormBranch], of title: String?) -> [FieldContext.Branch] {
        branches.map { branch in
            let id = drawing.id(Self.id(branch.name))
            return FieldContext.Branch(
                id: id, name: branch.name,
                label: title.map { words["branch", ["title": $0]] } ?? words["branch-whole"],
                options: branch.alternatives.map { index, title in
                    FieldContext.Option(
                        id: "\(id)-\(index)", value: String(index),
                        title: title ?? words["variant", ["number": words.number(index + 1)]],
                        isSelected: index == branch.chosen)
                })
        }
    }

    // MARK: Attributes

    private func inputType(_ field: FormField) -> String {
        switch field.widget {
        case .password: "password"
        case .date: "date"
        case .email: "email"
        case .url: "url"
        case .phone: "tel"
        default: "text"
        }
    }

    private func inputMode(_ field: FormField) -> String? {
        guard field.widget == .number else { return nil }
        return field["type"]?.string == "integer" ? "numeric" : "decimal"
    }

    private func autocomplete(_ field: FormField) -> String? {
        switch field.widget {
        case .password: "new-password"
        case .email: "email"
        case .phone: "tel"
        default: nil
        }
    }

    private func text(_ keyword: String, of field: FormField) -> String? {
        field[keyword]?.string.flatMap { $0.wholeMatch(of: #/[0-9]{4}-[0-9]{2}-[0-9]{2}/#) == nil ? nil : $0 }
    }

    private func examples(_ field: FormField) -> String? { field["examples"]?[0]?.string }

    /// Returns the target of an info field's link, which the field shows as text.
    private func link(_ field: FormField) -> String? {
        field.ui["link"].map { $0.string ?? $0["url"]?.string ?? $0["title"]?.string ?? "" }
    }

    /// Returns a hint if the field's option list is unavailable.
    private func hint(_ field: FormField) -> String? {
        guard let key = field.levels?.trouble, let list = field.list?.list else { return nil }
        return words[key, ["name": list]]
    }

    private func note(_ field: FormField, value: FormValue?) -> String? {
        switch field.widget {
        case .file: words[(value?.text.isEmpty ?? true) ? "attach" : "attached"]
        case .info:
            (field.ui.text("text") ?? field.ui.text("value") ?? value?.text ?? field["const"]?.string)
                .map { Markup.shown($0) }
        default: nil
        }
    }
}

extension Drawing {
    /// Charges the page's budget for one more field, whose name the page repeats with each choice. Returns false if the
    /// budget is spent.
    fileprivate func spend(on field: FormField, pointer: String) -> Bool {
        let choices = field.choices.count + field.branches.reduce(0) { $0 + $1.alternatives.count }
        let names = 2 * field.pointer.utf8.count + pointer.utf8.count
        return work.spend(64 + 64 * choices) && work.take(bytes: (4 + choices) * (names + 256))
    }
}
