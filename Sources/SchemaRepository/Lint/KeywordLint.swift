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
        for member in schema.members where !all.contains(member.name) {
            let isOfDialect = member.name.hasPrefix("x-")
            // What is there already was not meant.
            let absent = (isOfDialect ? AnnotationLint.keywords : standard).filter { schema[$0] == nil }
            guard let suggestion = Suggestion.nearest(to: member.name, among: absent) else { continue }
            let message =
                "\(isOfDialect ? "The dialect" : "JSON Schema") has no `\(member.name)`"
                + Diagnostic.didYouMean(suggestion)
            findings.report("keyword", message, at: member, severity: .warning, suggestion: suggestion)
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
