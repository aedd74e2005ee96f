import JSONText
import SchemaRepository

/// A client of one version that follows the definitions literally: it checks each value with the texts of the schemas,
/// without sets of versions.
struct NaiveClient {
    /// The result of serving one value.
    enum Served {
        case text(String)
        /// The value is omitted, if its container allows that.
        case nothing
        /// The value cannot be served to this client.
        case impossible

        var text: String? { if case .text(let text) = self { text } else { nil } }
    }

    let schemas: [String: JSONValue]
    let version: ClientVersion
    /// True if fallbacks, replacement values and omissions are allowed.
    let takesReplacements: Bool

    /// Returns the document that the client gets; nil if it cannot be served.
    func served(_ root: JSONValue) -> String? {
        schemas["/document"].flatMap { served(root, by: [$0]).text }
    }

    private func served(_ value: JSONValue, by schemas: [JSONValue]) -> Served {
        let applied = schemas.flatMap { appliedSchemas($0, value) }
        // If the client does not know the property that contains an element, the element's fallback is not used.
        guard applied.allSatisfy({ $0.isOfElement || knows($0.schema) }) else { return .impossible }
        let all = applied.map(\.schema)
        let own = ownText(value, by: all)
        if own.text != nil { return own }
        guard takesReplacements, applied.contains(where: \.isOfElement), let fallback = value["fallback"] else {
            return own
        }
        if fallback.string == "drop" { return .nothing }
        let property = all.compactMap { $0["properties"]?["fallback"] }
        return served(fallback, by: property)
    }

    private func ownText(_ value: JSONValue, by all: [JSONValue]) -> Served {
        guard all.allSatisfy({ knows($0) }) else { return .impossible }
        for schema in all {
            guard let choices = schema["anyOf"]?.elements else { continue }
            if !choices.contains(where: { accepts($0, value) && knows($0) }) { return .impossible }
        }
        switch value.kind {
        case .string: return word(value, by: all)
        case .array: return list(value, by: all)
        case .object: return object(value, by: all)
        default: return .text(value.rawText)
        }
    }

    private func word(_ value: JSONValue, by all: [JSONValue]) -> Served {
        guard let entries = all.compactMap({ $0["x-enum"] }).first else { return .text(value.rawText) }
        var word = value.string ?? ""
        var seen: Set<String> = []
        while seen.insert(word).inserted {
            // All versions know a value without an entry in `x-enum`.
            guard let entry = entries[word] else { return .text("\"\(word)\"") }
            if knows(entry) { return .text("\"\(word)\"") }
            guard takesReplacements, let next = entry["unknownAs"]?.string else { return .impossible }
            word = next
        }
        return .impossible
    }

    private func list(_ value: JSONValue, by all: [JSONValue]) -> Served {
        let items = all.compactMap { $0["items"] }
        let drops = takesReplacements && all.contains { $0["x-unknown-items"]?.string == "drop" }
        var texts: [String] = []
        for element in value.elements {
            switch served(element, by: items) {
            case .text(let text): texts.append(text)
            case .nothing: continue
            case .impossible: if !drops { return .impossible }
            }
        }
        return .text("[\(texts.joined(separator: ","))]")
    }

    private func object(_ value: JSONValue, by all: [JSONValue]) -> Served {
        let required = Set(all.flatMap { $0["required"]?.elements.compactMap(\.string) ?? [] })
        var texts: [String] = []
        for member in value.members {
            let schemas = all.compactMap { $0["properties"]?[member.name] }
            // A client that knows the element ignores its fallback.
            let served = member.name == "fallback" ? .text(member.value.rawText) : served(member.value, by: schemas)
            if let text = served.text {
                texts.append("\"\(member.name)\":\(text)")
                continue
            }
            let mayBeIgnored = takesReplacements && schemas.contains { $0["x-ignorable"]?.boolean == true }
            if case .impossible = served, !mayBeIgnored { return .impossible }
            if required.contains(member.name) { return .impossible }
        }
        return .text("{\(texts.joined(separator: ","))}")
    }

    /// Returns a schema and the schemas that apply to the same value through `allOf`, `$ref` and `oneOf`. `isOfElement`
    /// is true for a schema with `x-fallback` and those that it leads to.
    private func appliedSchemas(
        _ schema: JSONValue, _ value: JSONValue, isOfElement: Bool = false
    ) -> [(schema: JSONValue, isOfElement: Bool)] {
        let isOfElement = isOfElement || schema["x-fallback"]?.boolean == true
        var parts: [JSONValue] = schema["allOf"].map { Array($0.elements) } ?? []
        if let target = schema["$ref"]?.string.flatMap({ schemas[$0] }) { parts.append(target) }
        if let branch = schema["oneOf"]?.elements.first(where: { accepts($0, value) }) { parts.append(branch) }
        return [(schema, isOfElement)] + parts.flatMap { appliedSchemas($0, value, isOfElement: isOfElement) }
    }

    /// Validates a value with the keywords that schemas of `RandomRepository` contain.
    private func accepts(_ schema: JSONValue, _ value: JSONValue) -> Bool {
        let schema = schema["$ref"]?.string.flatMap { schemas[$0] } ?? schema
        let kind: String =
            switch value.kind {
            case .string: "string"
            case .number: "number"
            case .object: "object"
            default: "other"
            }
        let types = schema["type"].map { $0.string.map { [$0] } ?? $0.elements.compactMap(\.string) }
        if let types, !types.contains(kind) { return false }
        if let constant = schema["const"]?.string, constant != value.string { return false }
        if let constant = schema["properties"]?["type"]?["const"]?.string, constant != value["type"]?.string {
            return false
        }
        guard let label = schema["properties"]?["label"], let own = value["label"] else { return true }
        return accepts(label, own)
    }

    private func knows(_ annotations: JSONValue) -> Bool {
        if annotations["x-unsupported"]?["ios"] != nil { return false }
        if let since = annotations["x-since"] {
            guard let bound = since["ios"]?.string.flatMap({ try? ClientVersion($0) }), bound <= version else {
                return false
            }
        }
        guard let bound = annotations["x-removed"]?["ios"]?.string.flatMap({ try? ClientVersion($0) }) else {
            return true
        }
        return version < bound
    }
}
