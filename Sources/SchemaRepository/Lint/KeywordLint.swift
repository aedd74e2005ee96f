import JSONText

/// Whether keywords are misspelt: JSON Schema lets unknown ones pass, so that they silently demand nothing.
///
/// Unknown keywords are allowed; one that resembles a known one is told as a warning.
enum KeywordLint {
    static func diagnostics(of entity: Entity) -> [FileDiagnostic] {
        var findings = EntityFindings(of: entity)
        for schema in Subschema.all(in: entity.document.root) {
            checkKeywords(of: schema.value, &findings)
            checkRequired(of: schema.value, &findings)
        }
        return findings.all
    }

    private static func checkKeywords(of schema: JSONValue, _ findings: inout EntityFindings) {
        for (member, suggestion) in misspelt(in: schema) {
            let owner = member.name.hasPrefix("x-") ? "The dialect" : "JSON Schema"
            let message = "\(owner) has no `\(member.name)`" + Diagnostic.didYouMean(suggestion)
            findings.report("keyword", message, at: member, severity: .warning, suggestion: suggestion)
        }
    }

    /// The members of one schema that are no keyword, but resemble one that it does not have; each with that keyword.
    static func misspelt(in schema: JSONValue) -> [(member: JSONMember, keyword: String)] {
        schema.members.filter { !all.contains($0.name) }.compactMap { member in
            let known = member.name.hasPrefix("x-") ? AnnotationLint.keywords : standard
            // What is there already was not meant.
            let absent = known.filter { schema[$0] == nil }
            return Suggestion.nearest(to: member.name, among: absent).map { (member, $0) }
        }
    }

    /// A required member that is no property, but resembles one that is.
    private static func checkRequired(of schema: JSONValue, _ findings: inout EntityFindings) {
        let properties = schema["properties"]?.members.map(\.name) ?? []
        let required = schema["required"].map { Array($0.elements) } ?? []
        let names = required.compactMap(\.string)
        for value in required {
            guard let name = value.string, !properties.contains(name),
                let suggestion = Suggestion.nearest(to: name, among: properties.filter { !names.contains($0) })
            else { continue }
            let message = "`\(name)` is required, and is no property" + Diagnostic.didYouMean(suggestion)
            findings.report("required", message, at: value, severity: .warning, suggestion: suggestion)
        }
    }

    private static let all = Set(standard + AnnotationLint.keywords)

    /// The keywords of all drafts of JSON Schema.
    private static let standard = [
        "$schema", "$id", "id", "$ref", "$anchor", "$dynamicRef", "$dynamicAnchor", "$recursiveRef", "$recursiveAnchor",
        "$vocabulary", "$comment", "$defs", "definitions", "title", "description", "default", "examples", "deprecated",
        "readOnly", "writeOnly", "type", "enum", "const", "allOf", "anyOf", "oneOf", "not", "if", "then", "else",
        "properties", "patternProperties", "additionalProperties", "unevaluatedProperties", "propertyNames", "required",
        "dependencies", "dependentRequired", "dependentSchemas", "minProperties", "maxProperties", "items",
        "additionalItems", "prefixItems", "unevaluatedItems", "contains", "minContains", "maxContains", "minItems",
        "maxItems", "uniqueItems", "pattern", "format", "minLength", "maxLength", "minimum", "maximum",
        "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "contentEncoding", "contentMediaType", "contentSchema",
        "errors",
    ]
}
