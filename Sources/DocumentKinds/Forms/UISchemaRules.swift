import JSONSchema
import JSONText
import SchemaRepository

/// The rules of a UI schema: it names only fields of the JSON Schema and known keywords, and its order contains each
/// field once.
struct UISchemaRules {
    let document: JSONDocument

    /// Returns the faults of a UI schema. `schemas` describe the value that the UI schema belongs to.
    func diagnostics(of uiSchema: JSONValue, for schemas: [SchemaNode]) -> [Diagnostic] {
        let fields = FormFields(of: schemas)
        var found: [Diagnostic] = []
        for member in uiSchema.members {
            if member.name.hasPrefix(UIKeyword.prefix) {
                found += unknownKeyword(member)
                if member.name == UIKeyword.order { found += order(member.value, of: fields) }
            } else if UIKeyword.isBare(member) {
                if member.name == UIKeyword.bareOrder { found += order(member.value, of: fields) }
            } else {
                found += field(member, of: fields)
            }
        }
        return fields.isEmpty || fields.misspeltProperties != nil ? withOneUnknownField(found) : found
    }

    /// Returns the faults, but only the first one about an unknown field. This is for a JSON Schema without fields,
    /// which is one mistake, however many fields the UI schema names.
    private func withOneUnknownField(_ found: [Diagnostic]) -> [Diagnostic] {
        let strangers = found.filter { $0.code == Self.unknownField }
        return found.filter { $0.code != Self.unknownField } + DiagnosticOrder.sorted(strangers).prefix(1)
    }

    private func field(_ member: JSONMember, of fields: FormFields) -> [Diagnostic] {
        let schemas = fields.schemas(of: member.name)
        if let schemas {
            guard member.value.kind == .object else { return [] }
            return diagnostics(of: member.value, for: schemas)
        }
        if fields.acceptsAnyName { return [] }
        let keyword = UIKeyword.prefix + member.name
        if member.value.kind != .object, UIKeyword.all.contains(keyword) {
            let message = "The JSON Schema has no field \(code: member.name)" + Diagnostic.didYouMean(keyword)
            return [.rule("unknownField", message, at: member, in: document, suggestion: keyword)]
        }
        let suggestion = Suggestion.nearest(to: member.name, among: fields.names)
        let message = unknown(member.name, among: fields, suggestion)
        return [.rule("unknownField", message, at: member, in: document, suggestion: suggestion)]
    }

    private static let unknownField = "document.unknownField"

    private func unknown(_ name: String, among fields: FormFields, _ suggestion: String?) -> String {
        let text = "The JSON Schema has no field \(code: name)"
        if let misspelt = fields.misspeltProperties {
            return text + "; is its \(code: misspelt) meant to be `properties`?"
        }
        return text
            + (fields.isEmpty
                ? ": it has no fields, because it has no `properties` or they are empty"
                : Diagnostic.didYouMean(suggestion))
    }

    private func unknownKeyword(_ member: JSONMember) -> [Diagnostic] {
        guard !UIKeyword.all.contains(member.name) else { return [] }
        let suggestion = Suggestion.nearest(to: member.name, among: UIKeyword.all)
        let message = "A UI schema has no keyword \(code: member.name)" + Diagnostic.didYouMean(suggestion)
        return [.rule("unknownKeyword", message, at: member, in: document, suggestion: suggestion)]
    }

    private func order(_ order: JSONValue, of fields: FormFields) -> [Diagnostic] {
        guard order.kind == .array else { return [] }
        var found: [Diagnostic] = []
        var seen: Set<JSONName> = []
        var meant: Set<JSONName> = []
        var strangers = 0
        for entry in order.elements {
            guard let name = entry.string else {
                strangers += 1
                continue
            }
            if !seen.insert(JSONName(name)).inserted {
                found.append(.rule("duplicateField", "\(code: name) is already in the order", at: entry, in: document))
            } else if name != UIKeyword.rest, fields.schemas(of: name) == nil, !fields.acceptsAnyName {
                let suggestion = Suggestion.nearest(to: name, among: fields.names)
                if let suggestion { meant.insert(JSONName(suggestion)) } else { strangers += 1 }
                let message = unknown(name, among: fields, suggestion)
                found.append(.rule("unknownField", message, at: entry, in: document, suggestion: suggestion))
            }
        }
        // One mistake should lead to one error. So the field that a misspelt entry probably means is not reported as
        // missing, and each other unknown entry is taken to stand for one missing field.
        let missing = fields.names.filter { !seen.contains(JSONName($0)) && !meant.contains(JSONName($0)) }
        if !seen.contains(JSONName(UIKeyword.rest)), missing.count > strangers {
            let names = missing.map { "\(code: $0)" }.joined(separator: ", ")
            let message = "The order lacks \(names); add what is missing, or `*` for all the others"
            found.append(.rule("missingField", message, at: order, in: document))
        }
        return found
    }
}
