import JSONText

/// Finds the fields of a step that apply to its data.
struct FieldTree {
    let schema: FormSchema
    /// Fields, and choices of one field, at most; what follows is not drawn.
    static let limit = 1_000
    private var count = 0

    init(_ schema: FormSchema) {
        self.schema = schema
    }

    /// The step's fields, in the order they are shown.
    mutating func fields(_ ui: FormUI, data: FormValue) -> [FormField] {
        fields(of: [schema.root], ui: ui, data: data, path: "", parentErrors: [], depth: 0)
    }

    private mutating func fields(
        of schemas: [JSONValue], ui: FormUI, data: FormValue, path: String, parentErrors: [JSONValue], depth: Int
    ) -> [FormField] {
        guard depth < 12 else { return [] }
        let shape = FormShape(schemas, data: data, in: schema)
        let byName = Dictionary(shape.fields.map { ($0.name, $0.schemas) }, uniquingKeysWith: { first, _ in first })
        return ui.ordered(shape.fields.map(\.name)).compactMap { name in
            guard count < Self.limit, let own = byName[name] else { return nil }
            count += 1
            let escaped = name.replacing("~", with: "~0").replacing("/", with: "~1")
            return field(
                name, schemas: own, ui: ui.field(name), data: data[name], path: path + "/" + escaped,
                isRequired: shape.required.contains(name), isDeciding: shape.deciding.contains(name),
                parentErrors: shape.errors + parentErrors, depth: depth)
        }
    }

    private mutating func field(
        _ name: String, schemas: [JSONValue], ui: FormUI, data: FormValue?, path: String, isRequired: Bool,
        isDeciding: Bool, parentErrors: [JSONValue], depth: Int
    ) -> FormField {
        let schemas = flattened(schemas)
        let choices = choices(of: schemas, ui: ui)
        let widget = widget(of: schemas, ui: ui, choices: choices)
        var field = FormField(
            name: name, pointer: path, schemas: schemas, ui: ui, isRequired: isRequired, isDeciding: isDeciding,
            parentErrors: parentErrors, widget: widget, choices: choices,
            tupleCount: tuple(of: schemas).flatMap { items(of: schemas, at: $0.count) == nil ? $0.count : nil })
        switch widget {
        case .group:
            field.fields = fields(
                of: schemas, ui: ui, data: data ?? .empty, path: path, parentErrors: parentErrors, depth: depth + 1)
        case .rows:
            let minimum = min(20, max(0, field["minItems"]?.number?.int ?? 0))
            let rows = data?.elements ?? []
            let number = max(rows.count, minimum, tuple(of: schemas)?.count ?? 0, data == nil ? 1 : 0)
            for index in 0..<min(number, 50) {
                guard let items = items(of: schemas, at: index) else { break }
                field.fields.append(
                    self.field(
                        String(index), schemas: [items], ui: ui.field("items"),
                        data: index < rows.count ? rows[index] : nil, path: "\(path)/\(index)", isRequired: false,
                        isDeciding: false, parentErrors: parentErrors, depth: depth + 1))
            }
        default:
            break
        }
        return field
    }

    /// Schemas with those they refer to or require all of, the nearest first.
    private func flattened(_ schemas: [JSONValue]) -> [JSONValue] {
        var result: [JSONValue] = []
        var pending = Array(schemas.reversed())
        while let next = pending.popLast(), result.count < 64 {
            guard next.kind == .object, !result.contains(where: { $0.range == next.range }) else { continue }
            result.append(next)
            if let parts = next["allOf"], parts.kind == .array { pending += parts.elements.reversed() }
            if let target = next["$ref"]?.string.flatMap(schema.resolve) { pending.append(target) }
        }
        return result
    }

    /// The entries of an array each of which has a schema of its own.
    private func tuple(of schemas: [JSONValue]) -> JSONValue? {
        schemas.lazy.compactMap { schema in
            [schema["prefixItems"], schema["items"]].compactMap(\.self).first { $0.kind == .array && $0.count > 0 }
        }.first
    }

    private func items(of schemas: [JSONValue], at index: Int) -> JSONValue? {
        for schema in schemas {
            for keyword in ["prefixItems", "items"] {
                if let tuple = schema[keyword], tuple.kind == .array, index < tuple.count { return tuple[index] }
            }
            if let items = schema["items"], items.kind == .object { return items }
            if let rest = schema["additionalItems"], rest.kind == .object { return rest }
        }
        return nil
    }

    // MARK: What a field is

    private func types(of schemas: [JSONValue]) -> [String] {
        for schema in schemas {
            if let type = schema["type"] { return type.string.map { [$0] } ?? type.elements.compactMap(\.string) }
        }
        return []
    }

    private func type(of schemas: [JSONValue]) -> String {
        if let type = types(of: schemas).first(where: { $0 != "null" }) { return type }
        for schema in schemas {
            if schema["properties"] != nil { return "object" }
            if schema["items"] != nil || schema["prefixItems"] != nil { return "array" }
            if let constant = schema["const"] ?? schema["enum"]?[0] {
                switch constant.kind {
                case .boolean: return "boolean"
                case .number: return "number"
                default: return "string"
                }
            }
        }
        return "string"
    }

    private func widget(of schemas: [JSONValue], ui: FormUI, choices: [FormField.Choice]) -> FormWidget {
        let type = type(of: schemas)
        let wished = ui.text("widget").flatMap(FormWidget.init(word:))
        switch type {
        case "object":
            return wished == .info ? .info : .group
        case "array":
            if let wished, [.multiselect, .select, .category, .district].contains(wished), !choices.isEmpty {
                return .multiselect
            }
            if wished == .file || wished == .info { return wished ?? .info }
            return choices.isEmpty ? .rows : .multiselect
        default:
            break
        }
        if let wished { return wished }
        if FormField.constant(of: schemas) != nil { return .info }
        if type == "boolean" { return .checkbox }
        if !choices.isEmpty { return .select }
        if type == "integer" || type == "number" { return .number }
        if type == "null" { return .info }
        let format = schemas.compactMap { $0["format"]?.string }.first
        switch format {
        case "date": return .date
        case "email", "idn-email": return .email
        case "uri", "url", "iri", "uri-reference": return .url
        case "phone", "tel": return .phone
        case "data-url", "binary": return .file
        case "password": return .password
        default: return .text
        }
    }

    private func choices(of schemas: [JSONValue], ui: FormUI) -> [FormField.Choice] {
        var schemas = schemas
        if let only = ui["only"], only.kind == .array {
            return only.elements.prefix(Self.limit).map {
                FormField.Choice(value: FormValue($0), title: FormValue($0).text)
            }
        }
        if tuple(of: schemas) != nil, type(of: schemas) == "array" { return [] }
        if type(of: schemas) == "array", let items = items(of: schemas, at: 0) { schemas = flattened([items]) }
        let names =
            ui["enumNames"]?.elements.map { $0.string ?? $0.rawText }
            ?? schemas.compactMap { $0["enumNames"]?.elements.map { $0.string ?? $0.rawText } }.first ?? []
        for schema in schemas {
            if let values = schema["enum"], values.kind == .array {
                return values.elements.prefix(Self.limit).enumerated().map { index, value in
                    FormField.Choice(
                        value: FormValue(value), title: index < names.count ? names[index] : FormValue(value).text)
                }
            }
            for keyword in ["oneOf", "anyOf"] {
                guard let branches = schema[keyword], branches.kind == .array, branches.count > 0,
                    branches.elements.allSatisfy({ $0["const"] != nil })
                else { continue }
                return branches.elements.prefix(Self.limit).enumerated().compactMap { index, branch in
                    guard let constant = branch["const"].map(FormValue.init) else { return nil }
                    let title = branch["title"]?.string ?? (index < names.count ? names[index] : constant.text)
                    return FormField.Choice(value: constant, title: title)
                }
            }
        }
        guard type(of: schemas) == "boolean" else { return [] }
        return [FormValue.boolean(true), .boolean(false)].enumerated().map { index, value in
            FormField.Choice(value: value, title: index < names.count ? names[index] : value.text)
        }
    }
}
