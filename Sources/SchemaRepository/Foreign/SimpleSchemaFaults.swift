import JSONText

/// Finds faults in a schema of the format that `SimpleSchemaConverter` converts, with positions in the original
/// file.
struct SimpleSchemaFaults {
    let converter: SimpleSchemaConverter
    let document: JSONDocument

    /// The faults of the whole schema; those of a schema come before those of its fields.
    var diagnostics: [Diagnostic] { faults(of: document.root, isField: false) }

    private func faults(of schema: JSONValue, isField: Bool) -> [Diagnostic] {
        guard schema.kind == .object else {
            return schema.kind == .boolean && !isField
                ? []
                : [
                    fault(
                        "field",
                        isField
                            ? "A field must be an object, such as `{\"type\": \"string\"}`"
                            : "`items` must be an object, such as `{\"type\": \"string\"}`, or the name of a type",
                        at: schema)
                ]
        }
        var found = type(of: schema) + values(of: schema)
        if isField, let required = schema["required"], required.kind != .boolean, required.kind != .array {
            let message = "`required` of a field must be `true` or `false`, not \(required.excerpt)"
            found.append(fault("required", message, at: required))
        }
        for keyword in ["properties", "fields"] {
            guard let fields = schema[keyword] else { continue }
            found +=
                unnamed(fields) + SimpleSchemaConverter.named(fields).flatMap { faults(of: $0.field, isField: true) }
        }
        if let items = schema["items"] {
            found += items.kind == .string ? type(named: items) : faults(of: items, isField: false)
        }
        return found
    }

    private func type(of schema: JSONValue) -> [Diagnostic] {
        schema["type"].map(type(named:)) ?? []
    }

    private func type(named type: JSONValue) -> [Diagnostic] {
        guard let name = type.string, !SimpleSchemaConverter.types.contains(name), converter.identifiers[name] == nil
        else {
            return []
        }
        let known = SimpleSchemaConverter.types.sorted() + converter.identifiers.keys.sorted()
        let suggestion = Suggestion.nearest(to: name, among: known)
        let message =
            "\(code: name) is neither a type nor the name of a schema of this repository"
            + Diagnostic.didYouMean(suggestion)
        return [fault("type", message, at: type, suggestion: suggestion)]
    }

    private func values(of schema: JSONValue) -> [Diagnostic] {
        guard SimpleSchemaConverter.isEnum(schema) else { return [] }
        guard let values = schema["values"] ?? schema["enum"], values.kind == .array, values.count > 0 else {
            let message = "An enum must list its values in `values`"
            return [fault("values", message, at: schema["values"] ?? schema["enum"] ?? schema["type"] ?? schema)]
        }
        return values.elements.map(SimpleSchemaConverter.value(of:)).filter { $0.kind != .string }.map { value in
            fault("values", "A value of an enum must be a string, or an object whose `value` is a string", at: value)
        }
    }

    private func unnamed(_ fields: JSONValue) -> [Diagnostic] {
        guard fields.kind == .array else {
            return fields.kind == .object
                ? []
                : [
                    fault(
                        "fields", "Fields must be an object with a member for each field, or a list of fields",
                        at: fields)
                ]
        }
        return fields.elements.filter { $0["name"]?.string == nil }.map { field in
            fault("field", "A field in a list must have a `name`", at: field)
        }
    }

    private func fault(_ code: String, _ message: String, at value: JSONValue, suggestion: String? = nil) -> Diagnostic
    {
        Diagnostic(
            severity: .error, code: "repository.\(code)", message: message, pointer: value.pointer,
            range: document.range(of: value), keyword: code, suggestion: suggestion)
    }
}
