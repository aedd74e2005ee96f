import JSONText

/// Draws the fields of one step.
struct FieldDrawing {
    let drawing: Drawing
    let words: FrameWords
    let errors: FormErrors
    /// Where the step's UI schema stands in the document; its errors belong to its fields.
    let uiPath: String?

    /// The fields, one after the other.
    func markup(_ fields: [FormField], data: FormValue, uiPath: String?) -> [Markup] {
        fields.map { field in
            let path = uiPath.map { drawing.path($0, field.name) }
            return markup(field, value: data[field.name], uiPath: path)
        }
    }

    /// One field; `title` is what it is called where its schema does not say.
    private func markup(_ field: FormField, value: FormValue?, uiPath: String?, title: String? = nil) -> Markup {
        let schemaPath = field.schemas.first?.pointer.description ?? ""
        let context = context(field, value: value, schemaPath: schemaPath, uiPath: uiPath, title: title)
        var markup = drawing.templates.render(field.widget.template, context)
        if let uiPath { markup = drawing.noted(markup, path: uiPath) }
        return drawing.noted(markup, path: schemaPath)
    }

    private func context(
        _ field: FormField, value: FormValue?, schemaPath: String, uiPath: String?, title: String?
    ) -> FieldContext {
        let id = Self.id(field)
        let error = errors.messages[field.pointer]
        let help = field.ui.text("help") ?? field.ui.text("description") ?? field["description"]?.string
        let described = [help == nil ? nil : id + "-help", error == nil ? nil : id + "-error"].compactMap(\.self)
        let initial = field["default"] ?? field.constant
        let value = value ?? (field.widget == .password ? nil : initial.map(FormValue.init))
        let isOptional = !field.isRequired && ![.switch, .checkbox, .info, .group, .rows].contains(field.widget)
        let rows = rows(field, value: value, uiPath: uiPath)
        let maximumRows = min(50, field["maxItems"]?.number?.int ?? 50, field.tupleCount ?? 50)
        return FieldContext(
            id: id, name: field.pointer, pointer: schemaPath, title: field.ownTitle ?? title ?? field.name,
            optional: isOptional ? words["optional"] : nil, help: help, error: error,
            describedBy: described.isEmpty ? nil : described.joined(separator: " "),
            placeholder: field.ui.text("placeholder") ?? examples(field),
            value: field.widget == .password ? nil : value.map(\.text),
            isChecked: value == .boolean(true) || field.widget == .file && !(value?.text.isEmpty ?? true),
            isRequired: field.isRequired, isDisabled: field.ui.flag("disabled"),
            isReadOnly: field.ui.flag("readonly") || field["readOnly"]?.boolean == true, isDeciding: field.isDeciding,
            isLTR: [.number, .phone, .email, .url, .password, .date].contains(field.widget),
            inputType: inputType(field), inputMode: inputMode(field), autocomplete: autocomplete(field),
            minLength: limit("minLength", of: field), maxLength: nil,
            minimum: field.widget == .date ? text("formatMinimum", of: field) : nil,
            maximum: field.widget == .date ? text("formatMaximum", of: field) : nil,
            choose: field.ui.text("placeholder") ?? words["choose"], options: options(field, id: id, value: value),
            link: link(field), icon: drawing.icons.glyph(named: field.widget == .file ? "camera" : "info"),
            note: note(field, value: value),
            fields: field.widget == .group
                ? markup(field.fields, data: value ?? .empty, uiPath: uiPath) : [],
            rows: rows, add: field.widget == .rows && rows.count < maximumRows ? words["add"] : nil,
            addValue: "add:" + field.pointer)
    }

    /// The identifier of a field's control on the page.
    static func id(_ field: FormField) -> String {
        "f"
            + field.pointer.utf8.map { byte -> String in
                let isPlain = (48...57).contains(byte) || (97...122).contains(byte | 0x20)
                return isPlain ? String(UnicodeScalar(byte)) : "-" + String(byte, radix: 16)
            }.joined()
    }

    private func rows(_ field: FormField, value: FormValue?, uiPath: String?) -> [FieldContext.Row] {
        guard field.widget == .rows else { return [] }
        let values = value?.elements ?? []
        let minimum = field["minItems"]?.number?.int ?? 0
        return field.fields.enumerated().map { index, row in
            let inside = markup(
                row, value: index < values.count ? values[index] : nil, uiPath: uiPath.map { drawing.path($0, "items") }
            )
            let title = words["row", ["number": words.number(index + 1)]]
            return FieldContext.Row(
                html: inside.html, title: title, pointer: row.schemas.first?.pointer.description ?? "",
                remove: field.fields.count > max(minimum, 0) && index < values.count ? words["remove"] : nil,
                removeValue: "remove:" + row.pointer)
        }
    }

    private func options(_ field: FormField, id: String, value: FormValue?) -> [FieldContext.Option] {
        let chosen = field.widget == .multiselect ? value?.elements ?? [] : value.map { [$0] } ?? []
        return field.choices.enumerated().map { index, choice in
            var title = choice.title
            if case .boolean(let boolean) = choice.value, title == choice.value.text {
                title = words[boolean ? "yes" : "no"]
            }
            return FieldContext.Option(
                id: "\(id)-\(index)", value: choice.value.text, title: title, isSelected: chosen.contains(choice.value))
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

    private func limit(_ keyword: String, of field: FormField) -> String? {
        field[keyword]?.number?.int.flatMap { (0...100_000).contains($0) ? String($0) : nil }
    }

    private func text(_ keyword: String, of field: FormField) -> String? {
        field[keyword]?.string.flatMap { $0.wholeMatch(of: #/[0-9]{4}-[0-9]{2}-[0-9]{2}/#) == nil ? nil : $0 }
    }

    private func examples(_ field: FormField) -> String? { field["examples"]?[0]?.string }

    /// The address an info row shows; it is not followed.
    private func link(_ field: FormField) -> String? {
        field.ui["link"].map { $0.string ?? $0["url"]?.string ?? $0["title"]?.string ?? "" }
    }

    private func note(_ field: FormField, value: FormValue?) -> String? {
        switch field.widget {
        case .file: words[(value?.text.isEmpty ?? true) ? "attach" : "attached"]
        case .category, .district:
            field.ui.text("list").map { words["list", ["name": $0]] }
        case .info: field.ui.text("text") ?? field.ui.text("value") ?? value?.text ?? field["const"]?.string
        default: nil
        }
    }
}
