import JSONText

/// Checks the dialect's annotations: their types, their words, and the names they use.
struct AnnotationLint {
    private var findings: EntityFindings
    private let names: [String]
    private let layouts: [String]

    /// Returns all faults of an entity's annotations. `identifiers` are all identifiers and short names of entities,
    /// `layouts` the values of `x-layout` that have rules.
    static func diagnostics(of entity: Entity, identifiers: [String], layouts: [String]) -> [FileDiagnostic] {
        var lint = AnnotationLint(entity, identifiers: identifiers, layouts: layouts)
        for schema in Subschema.all(in: entity.document.root) { lint.check(schema) }
        return lint.findings.all
    }

    private init(_ entity: Entity, identifiers: [String], layouts: [String]) {
        self.layouts = layouts
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
            if member.name == "x-enum" {
                for entry in member.value.members { entry.value["x-deprecated"].map { checkDeprecation($0) } }
            }
            if member.name == "x-i18n" { checkTranslations(member.value) }
        }
        checkPlaces(in: schema)
        checkIgnorable(in: schema.value)
    }

    private mutating func checkShape(of member: JSONMember) {
        let value = member.value
        let expected: String? =
            switch member.name {
            case "x-ignorable", "x-fallback": value.boolean == nil ? "true or false" : nil
            case "x-name", "x-kind", "x-category", "x-discriminator", UniqueNames.keyword:
                value.kind == .string ? nil : "a text"
            case "x-unknown-items": ["drop", "fail"].contains(value.string ?? "") ? nil : "`drop` or `fail`"
            case "x-layout":
                layouts.contains(value.string ?? "") ? nil : layouts.map { "`\($0)`" }.joined(separator: " or ")
            case "x-owners": isList(value) ? nil : "a list of texts"
            case "x-unsupported": isMap(value, of: .string) ? nil : "a reason for each platform, as in {\"web\": \"…\"}"
            case "x-deprecated":
                isMap(value, of: .object) ? nil : "an entry for each platform, as in {\"ios\": {\"since\": \"7.0\"}}"
            case "x-enum": isMap(value, of: .object) ? nil : "an object for each annotated value"
            case "x-i18n": isTranslation(value) ? nil : "texts by language, as in {\"ru\": {\"title\": \"…\"}}"
            case DocumentReference.Target.keyword:
                value.string.flatMap(DocumentReference.Target.init) == nil
                    ? "`feature`, `optionList`, or the identifier of a kind of document" : nil
            case "x-examples": value.kind == .array ? nil : "a list of examples"
            default: nil
            }
        if let expected {
            findings.report(member.name, "`\(member.name)` is \(expected)", at: value)
        }
    }

    /// Reports annotations that have no effect at their place.
    private mutating func checkPlaces(in schema: Subschema) {
        let isRoot = if case .root = schema.place { true } else { false }
        if isRoot, let ignorable = schema.value.member("x-ignorable") {
            let message = "`x-ignorable` belongs at a property: it says that the property may be left out"
            findings.report("x-ignorable", message, at: ignorable, severity: .warning)
        }
        if let items = schema.value.member("x-unknown-items"), let type = schema.value["type"],
            type.string != "array", !type.elements.contains(where: { $0.string == "array" })
        {
            let message = "`x-unknown-items` belongs at a list, and this is none"
            findings.report("x-unknown-items", message, at: items, severity: .warning)
        }
        if let layout = schema.value.member("x-layout"), layouts.contains(layout.value.string ?? ""),
            !isRoot || findings.entity.kind != "layout"
        {
            let message = "`x-layout` belongs at the root of a schema whose `x-kind` is `layout`"
            findings.report("x-layout", message, at: layout, severity: .warning)
        }
    }

    private mutating func checkTranslations(_ translations: JSONValue) {
        for language in translations.members where language.value.kind == .object {
            if language.name.wholeMatch(of: /[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*/) == nil {
                let message = "`\(language.name)` is no language tag; write it as `ru` or `zh-Hant`"
                findings.report("x-i18n", message, at: language)
            }
            for text in language.value.members where !["title", "description"].contains(text.name) {
                let suggestion = Suggestion.nearest(to: text.name, among: ["title", "description"])
                let message = "A translation has a `title` and a `description`, no `\(text.name)`"
                findings.report("x-i18n", message, at: text, severity: .warning, suggestion: suggestion)
            }
        }
    }

    private mutating func checkDeprecation(_ platforms: JSONValue) {
        for platform in platforms.members where platform.value.kind == .object {
            if platform.value["since"] == nil {
                let message = "Say since when it is deprecated, as in {\"since\": \"7.0\"}"
                findings.report("x-deprecated", message, at: platform)
            }
            for member in platform.value.members { checkDeprecation(member) }
        }
    }

    private mutating func checkDeprecation(_ member: JSONMember) {
        switch member.name {
        case "since": break
        case "message" where member.value.kind == .string: break
        case "message": findings.report("x-deprecated", "`message` is a text", at: member.value)
        case "use":
            let name = member.value.string ?? ""
            guard !names.contains(name) else { return }
            let suggestion = Suggestion.nearest(to: name, among: names)
            let message = "Nothing is called \(member.value.excerpt)" + Diagnostic.didYouMean(suggestion)
            findings.report("use", message, at: member.value, suggestion: suggestion)
        default:
            let suggestion = Suggestion.nearest(to: member.name, among: ["since", "use", "message"])
            let message = "A deprecation has `since`, `use` and `message`, no `\(member.name)`"
            findings.report("x-deprecated", message, at: member, severity: .warning, suggestion: suggestion)
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

    /// The annotations of the dialect.
    static let keywords = [
        "x-kind", "x-name", "x-i18n", "x-since", "x-removed", "x-deprecated", "x-unsupported", "x-enum", "x-ignorable",
        "x-unknown-items", "x-discriminator", "x-fallback", "x-layout", "x-examples", "x-order", "x-category",
        "x-owners", "x-figma", "x-codegen", "x-test", DocumentReference.Target.keyword, UniqueNames.keyword,
    ]
}
