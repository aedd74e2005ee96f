import JSONSchema
package import JSONText

/// Finds misspelt keywords, which JSON Schema silently ignores, and misspelt names in `required`.
///
/// Unknown keywords are allowed; a warning is reported for one that resembles a known keyword.
package enum KeywordLint {
    static func diagnostics(of entity: Entity) -> [FileDiagnostic] {
        var findings = EntityFindings(of: entity)
        for schema in Subschema.all(in: entity.document.root) {
            for misspelling in misspellings(of: schema.value) { findings.report(misspelling.finding) }
            checkRequired(of: schema.value, &findings)
        }
        return findings.all
    }

    /// A member that is not a keyword, with the keyword that it resembles.
    package struct Misspelling {
        let member: JSONMember
        let keyword: String

        /// True if the member's name begins with `x-`, so that it resembles an annotation.
        package var isAnnotation: Bool { member.name.hasPrefix(Annotation.prefix) }

        package var finding: SchemaFinding {
            let kind = isAnnotation ? "an annotation" : "a keyword of JSON Schema"
            let message = "\(code: member.name) is not \(kind)" + Diagnostic.didYouMean(keyword)
            return SchemaFinding(rule: "keyword", message: message, place: .name(member), suggestion: keyword)
        }
    }

    /// Returns the members of one schema that resemble a keyword and have a value that is possible for this keyword.
    package static func misspellings(of schema: JSONValue) -> [Misspelling] {
        misspelt(in: schema).filter { isPossible($0.member.value, for: $0.keyword) }
            .map { Misspelling(member: $0.member, keyword: $0.keyword) }
    }

    /// Returns true if a keyword may have a value of this JSON type; a string is never a schema, for example.
    private static func isPossible(_ value: JSONValue, for keyword: String) -> Bool {
        if schemaKeywords.contains(keyword) { return value.kind == .object || value.kind == .boolean }
        if textKeywords.contains(keyword) { return value.kind == .string }
        return true
    }

    private static let schemaKeywords: Set<String> = [
        "not", "if", "then", "else", "additionalProperties", "unevaluatedProperties", "propertyNames", "contains",
        "unevaluatedItems", "contentSchema",
    ]
    private static let textKeywords: Set<String> = [
        "$schema", "$id", "id", "$ref", "$anchor", "$dynamicRef", "$dynamicAnchor", "$recursiveRef", "$comment",
        "title", "description", "pattern", "format", "contentEncoding", "contentMediaType",
    ]

    /// Returns the members of one schema that are not keywords but resemble one that the schema does not have, each
    /// with that keyword.
    static func misspelt(in schema: JSONValue) -> [(member: JSONMember, keyword: String)] {
        schema.members.filter { !all.contains($0.name) }.compactMap { member in
            let known = member.name.hasPrefix(Annotation.prefix) ? Annotation.keywords : standard
            // Never suggests a keyword that is already present.
            let absent = known.filter { schema[$0] == nil }
            return Suggestion.nearest(to: member.name, among: absent).map { (member, $0) }
        }
    }

    /// Reports required members that are not properties but resemble one.
    private static func checkRequired(of schema: JSONValue, _ findings: inout EntityFindings) {
        let properties = schema["properties"]?.members.map(\.name) ?? []
        let required = schema["required"].map { Array($0.elements) } ?? []
        let names = required.compactMap(\.string)
        for value in required {
            guard let name = value.string, !properties.contains(name),
                let suggestion = Suggestion.nearest(to: name, among: properties.filter { !names.contains($0) })
            else { continue }
            let message = "\(code: name) is required, but there is no such property" + Diagnostic.didYouMean(suggestion)
            findings.report("required", message, at: value, severity: .warning, suggestion: suggestion)
        }
    }

    private static let all = Set(standard + Annotation.keywords)

    /// The keywords of JSON Schema from draft 4 on, and `errors`, which contains the error texts of a form's field.
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
