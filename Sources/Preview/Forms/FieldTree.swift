import JSONSchema
import JSONText

/// Finds the fields of a step that apply to its data.
struct FieldTree {
    let schema: FormSchema
    let lists: FormLists
    let picked: ChosenAlternatives
    /// The maximum number of fields and rows, and of choices of one field; further ones are not drawn.
    static let limit = 1_000
    /// The maximum depth of nested objects and rows.
    private static let depthLimit = 12
    private var count = 0

    init(_ schema: FormSchema, lists: FormLists, picked: ChosenAlternatives) {
        self.schema = schema
        self.lists = lists
        self.picked = picked
    }

    /// Returns a step's fields in display order, and the choices between alternatives of the step as a whole.
    mutating func top(_ ui: FormUI, data: FormValue) -> (fields: [FormField], branches: [FormBranch]) {
        fields(of: [schema.root].compactMap(\.self), ui: ui, data: data, path: "", parentErrors: [], depth: 0)
    }

    private mutating func fields(
        of schemas: [SchemaNode], ui: FormUI, data: FormValue, path: String, parentErrors: [JSONValue], depth: Int
    ) -> (fields: [FormField], branches: [FormBranch]) {
        guard depth < Self.depthLimit else { return ([], []) }
        let shape = FormShape(schemas, data: data, at: path, picked: picked, in: schema)
        let byName = Dictionary(
            shape.fields.map { (JSONName($0.name), $0.schemas) }, uniquingKeysWith: { first, _ in first })
        let fields: [FormField] = ui.ordered(shape.fields.map(\.name)).compactMap { name in
            let key = JSONName(name)
            guard let own = byName[key], takeOneMore() else { return nil }
            return field(
                name, schemas: own, ui: ui.field(name), data: data[name], path: JSONPointer.text(of: name, in: path),
                isRequired: shape.required.contains(key), isDeciding: shape.deciding.contains(key),
                parentErrors: shape.errors + parentErrors, depth: depth, offered: shape.offered[key] ?? [])
        }
        return (fields, shape.branches)
    }

    /// Counts another field; returns false if the limit is reached or the budget is spent.
    private mutating func takeOneMore() -> Bool {
        count += 1
        return count <= Self.limit && schema.work.spend(64)
    }

    private mutating func field(
        _ name: String, schemas: [SchemaNode], ui: FormUI, data: FormValue?, path: String, isRequired: Bool,
        isDeciding: Bool, parentErrors: [JSONValue], depth: Int, offered: [JSONValue] = []
    ) -> FormField {
        var schemas = flattened(schemas)
        let branches = alternatives(of: &schemas, data: data, path: path)
        var choices = choices(of: schemas, ui: ui)
        if !offered.isEmpty, schemas.first?["enum"] == nil, schemas.first?["oneOf"] == nil {
            choices = offered.compactMap { offer($0) { $0.text } }
        }
        let list = list(ui)
        let widget = widget(of: schemas, ui: ui, choices: choices, hasList: list != nil)
        var field = FormField(
            name: name, pointer: path, schemas: schemas, schemaPointer: schemas.first.map(schema.pointer) ?? "", ui: ui,
            isRequired: isRequired, isDeciding: isDeciding,
            parentErrors: parentErrors, widget: widget, choices: choices, list: list, branches: branches,
            tupleCount: tupleCount(of: schemas).flatMap { items(of: schemas, at: $0) == nil ? $0 : nil })
        offerList(in: &field, data: data)
        switch widget {
        case .group:
            let inside = fields(
                of: schemas, ui: ui, data: data ?? .empty, path: path, parentErrors: parentErrors, depth: depth + 1)
            field.fields = inside.fields
            field.branches += inside.branches.filter { own in !branches.contains { $0.name.isExactly(own.name) } }
        case .rows:
            // Empty rows are added up to `minItems`, but only to a total of 20; at most 50 rows are drawn.
            let minimum = min(20, max(0, field["minItems"]?.integer ?? 0))
            let rows = data?.elements ?? []
            let number = max(rows.count, minimum, tupleCount(of: schemas) ?? 0, data == nil ? 1 : 0)
            for index in 0..<min(number, 50) {
                guard depth < Self.depthLimit, let items = items(of: schemas, at: index), takeOneMore() else { break }
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

    /// Returns the choices between alternatives for a value, and adds the chosen alternatives to the schemas. If the
    /// value is not an object and there is nothing to choose, adds the first alternative that does not stand for null.
    ///
    /// `FormShape` finds the alternatives of schemas with `properties`.
    private func alternatives(of schemas: inout [SchemaNode], data: FormValue?, path: String) -> [FormBranch] {
        var branches: [FormBranch] = []
        for part in schemas where part["properties"] == nil {
            for (keyword, written) in [("oneOf", part.oneOf), ("anyOf", part.anyOf)] {
                guard !written.allSatisfy({ $0.constantValue != nil }) else { continue }
                let name = FormBranch.name(of: "\(schema.pointer(of: part))/\(keyword)", for: path)
                if let branch = schema.branch(
                    named: name, of: written, data: data, picked: picked, isObject: type(of: schemas) == "object")
                {
                    branches.append(branch)
                    schemas = flattened(schemas + [written[branch.chosen]])
                } else if type(of: schemas) != "object",
                    let only = written.first(where: { schema.followed($0)["type"]?.word != "null" })
                {
                    schemas = flattened(schemas + [only])
                }
            }
        }
        return branches
    }

    // MARK: Option lists

    private func list(_ ui: FormUI) -> FormLists.Part? {
        guard let name = ui["list"]?.string, !name.isEmpty else { return nil }
        let only = ui["only"].flatMap { $0.kind == .array ? $0.elements.compactMap(\.string) : nil }
        return FormLists.Part(list: name, only: only)
    }

    /// Adds the choices of a field's option list: by level in a select, otherwise all at once.
    private func offerList(in field: inout FormField, data: FormValue?) {
        guard let part = field.list, field.choices.isEmpty else { return }
        switch field.widget {
        case .select, .category, .district: field.levels = lists.levels(of: part, to: data?.text ?? "")
        case .radio, .multiselect: field.levels = lists.all(of: part)
        default: return
        }
        field.choices = field.levels?.levels.flatMap(\.self) ?? []
    }

    /// Returns the schemas and those that they refer to or require through `allOf`, the nearest first; at most 64.
    private func flattened(_ schemas: [SchemaNode]) -> [SchemaNode] {
        var result: [SchemaNode] = []
        var pending = Array(schemas.reversed())
        while let next = pending.popLast(), result.count < 64 {
            guard next.constant == nil, !result.contains(next) else { continue }
            result.append(next)
            pending += next.allOf.reversed()
            pending += [next.dynamicReference, next.reference].compactMap(\.self)
        }
        return result
    }

    /// Returns the number of an array's elements that have schemas of their own (`prefixItems`); nil if none has.
    private func tupleCount(of schemas: [SchemaNode]) -> Int? {
        schemas.lazy.map(\.prefixItems.count).first { $0 > 0 }
    }

    private func items(of schemas: [SchemaNode], at index: Int) -> SchemaNode? {
        for schema in schemas {
            let prefix = schema.prefixItems
            if index < prefix.count { return prefix[index] }
            if let items = schema.items, items.constant == nil { return items }
        }
        return nil
    }

    // MARK: Properties of fields

    private func types(of schemas: [SchemaNode]) -> [String] {
        for schema in schemas {
            if let type = schema["type"] { return type.word.map { [$0] } ?? type.elements.compactMap(\.word) }
        }
        return []
    }

    private func type(of schemas: [SchemaNode]) -> String {
        if let type = types(of: schemas).first(where: { $0 != "null" }) { return type }
        for schema in schemas {
            if schema["properties"] != nil { return "object" }
            if schema["items"] != nil || schema["prefixItems"] != nil { return "array" }
            if let constant = schema.constantValue ?? schema.allowedValues?.first {
                switch constant.kind {
                case .boolean: return "boolean"
                case .number: return "number"
                default: return "string"
                }
            }
        }
        return "string"
    }

    private func widget(
        of schemas: [SchemaNode], ui: FormUI, choices: [FormField.Choice], hasList: Bool
    ) -> FormWidget {
        let type = type(of: schemas)
        let requested = ui.text("widget").flatMap(FormWidget.init(word:))
        switch type {
        case "object":
            return requested == .info ? .info : .group
        case "array":
            if requested == .file || requested == .info { return requested ?? .info }
            return choices.isEmpty && !hasList ? .rows : .multiselect
        default: break
        }
        // A single value cannot be edited by a control for several values.
        if requested == .multiselect { return type == "boolean" ? .checkbox : .select }
        if let requested { return requested }
        if hasList { return .select }
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

    private func choices(of schemas: [SchemaNode], ui: FormUI) -> [FormField.Choice] {
        let all = allChoices(of: schemas, ui: ui)
        guard ui["list"] == nil, let only = ui["only"], only.kind == .array else { return all }
        let wanted = only.elements.prefix(Self.limit).compactMap { FormValue($0, within: schema.work) }
        return all.isEmpty
            ? wanted.map { FormField.Choice(value: $0, title: $0.text) }
            : all.filter { wanted.contains($0.value) }
    }

    /// Returns a choice for a value; nil if the request's work budget is spent.
    private func offer(_ value: JSONValue, title: (FormValue) -> String) -> FormField.Choice? {
        guard schema.work.spend(64), let value = FormValue(value, within: schema.work) else { return nil }
        let title = title(value)
        return schema.work.take(bytes: title.utf8.count) ? FormField.Choice(value: value, title: title) : nil
    }

    private func allChoices(of schemas: [SchemaNode], ui: FormUI) -> [FormField.Choice] {
        var schemas = schemas
        if tupleCount(of: schemas) != nil, type(of: schemas) == "array" { return [] }
        if type(of: schemas) == "array", let items = items(of: schemas, at: 0) { schemas = flattened([items]) }
        let names =
            (ui["enumNames"] ?? schemas.lazy.compactMap { $0["enumNames"] }.first)?
            .elements.prefix(Self.limit).map { $0.string ?? $0.rawText } ?? []
        for schema in schemas {
            if let values = schema.allowedValues {
                let isNullable = values.count > 1
                return values.prefix(Self.limit).enumerated().compactMap { index, value in
                    // The blank choice already represents null.
                    if isNullable, value.isNull { return nil }
                    return offer(value) { index < names.count ? names[index] : $0.word }
                }
            }
            for branches in [schema.oneOf, schema.anyOf] where !branches.isEmpty {
                guard branches.allSatisfy({ $0.constantValue != nil }) else { continue }
                return branches.prefix(Self.limit).enumerated().compactMap { index, branch in
                    branch.constantValue.flatMap {
                        offer($0) { branch["title"]?.string ?? (index < names.count ? names[index] : $0.text) }
                    }
                }
            }
        }
        guard type(of: schemas) == "boolean" else { return [] }
        return [FormValue.boolean(true), .boolean(false)].enumerated().map { index, value in
            FormField.Choice(value: value, title: index < names.count ? names[index] : value.text)
        }
    }
}
