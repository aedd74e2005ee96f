import JSONText

/// Whether the dialect's annotations are written as it says: their types, their words, and the names they use.
struct AnnotationLint {
    private var findings: EntityFindings
    private let names: [String]

    /// What is wrong with the annotations of an entity; `identifiers` are those of all entities, and their names.
    static func diagnostics(of entity: Entity, identifiers: [String]) -> [FileDiagnostic] {
        var lint = AnnotationLint(entity, identifiers: identifiers)
        for schema in Subschema.all(in: entity.document.root) { lint.check(schema) }
        return lint.findings.all
    }

    private init(_ entity: Entity, identifiers: [String]) {
        findings = EntityFindings(of: entity)
        let own = Subschema.all(in: entity.document.root).flatMap { schema in
            let properties = schema.value["properties"]?.members.map(\.name) ?? []
            return properties + (schema.value["enum"]?.elements.compactMap(\.string) ?? [])
        }
        names = own + identifiers
    }

    private mutating func check(_ schema: Subschema) {
        for member in schema.value.members where member.name.hasPrefix("x-") {
            checkShape(of: member)
            if member.name == "x-deprecated" { checkDeprecation(member.value) }
            if member.name == "x-enum" { checkValues(member.value) }
        }
        checkIgnorable(in: schema.value)
    }

    private mutating func checkShape(of member: JSONMember) {
        let value = member.value
        let expected: String? =
            switch member.name {
            case "x-ignorable", "x-fallback": value.boolean == nil ? "true or false" : nil
            case "x-name", "x-kind", "x-category", "x-discriminator": value.kind == .string ? nil : "a text"
            case "x-unknown-items": ["drop", "fail"].contains(value.string ?? "") ? nil : "`drop` or `fail`"
            case "x-layout": value.string == ConstraintRules.layout ? nil : "`\(ConstraintRules.layout)`"
            case "x-owners": isList(value) ? nil : "a list of texts"
            case "x-unsupported": isMap(value, of: .string) ? nil : "a reason for each platform, as in {\"web\": \"…\"}"
            case "x-deprecated":
                isMap(value, of: .object) ? nil : "an entry for each platform, as in {\"ios\": {\"since\": \"7.0\"}}"
            case "x-enum": isMap(value, of: .object) ? nil : "an object for each annotated value"
            case "x-i18n": isTranslation(value) ? nil : "texts by language, as in {\"ru\": {\"title\": \"…\"}}"
            case "x-examples": value.kind == .array ? nil : "a list of examples"
            default: nil
            }
        if let expected {
            findings.report(member.name, "`\(member.name)` is \(expected)", at: value)
        } else if !Self.keywords.contains(member.name),
            let suggestion = Suggestion.nearest(to: member.name, among: Self.keywords)
        {
            let message = "The dialect has no `\(member.name)`" + Diagnostic.didYouMean(suggestion)
            findings.report("keyword", message, at: member, severity: .warning, suggestion: suggestion)
        }
    }

    private mutating func checkDeprecation(_ platforms: JSONValue) {
        for platform in platforms.members {
            guard let use = platform.value["use"] else { continue }
            let name = use.string ?? ""
            guard !names.contains(name) else { continue }
            let suggestion = Suggestion.nearest(to: name, among: names)
            let message = "Nothing is called \(use.rawText)" + Diagnostic.didYouMean(suggestion)
            findings.report("use", message, at: use, suggestion: suggestion)
        }
    }

    private mutating func checkValues(_ annotations: JSONValue) {
        for entry in annotations.members {
            if let deprecated = entry.value["x-deprecated"] { checkDeprecation(deprecated) }
            if let other = entry.value["unknownAs"], other.string == entry.name {
                findings.report("unknownAs", "A value cannot stand in for itself", at: other)
            }
        }
    }

    private mutating func checkIgnorable(in schema: JSONValue) {
        let required = schema["required"]?.elements.compactMap(\.string) ?? []
        for property in schema["properties"]?.members.map(\.self) ?? [] {
            guard let ignorable = property.value["x-ignorable"], ignorable.boolean == true,
                required.contains(property.name)
            else { continue }
            let message = "`\(property.name)` is required: no client can do without it"
            findings.report("x-ignorable", message, at: ignorable)
        }
    }

    private func isList(_ value: JSONValue) -> Bool {
        value.kind == .array && value.elements.allSatisfy { $0.kind == .string }
    }

    private func isMap(_ value: JSONValue, of kind: JSONValue.Kind) -> Bool {
        value.kind == .object && value.members.allSatisfy { $0.value.kind == kind }
    }

    private func isTranslation(_ value: JSONValue) -> Bool {
        value.kind == .object && value.members.allSatisfy { isMap($0.value, of: .string) }
    }

    /// The annotations that the dialect has.
    /// The annotations of the dialect.
    static let keywords = [
        "x-kind", "x-name", "x-i18n", "x-since", "x-removed", "x-deprecated", "x-unsupported", "x-enum", "x-ignorable",
        "x-unknown-items", "x-discriminator", "x-fallback", "x-layout", "x-examples", "x-order", "x-category",
        "x-owners", "x-figma", "x-codegen", "x-test",
    ]
}
