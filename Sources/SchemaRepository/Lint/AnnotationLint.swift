import JSONSchema
import JSONText

/// Checks the `x-` annotations: the types of their values, the members of these values, and the names they refer to.
struct AnnotationLint {
    private var findings: EntityFindings
    private let names: [String]
    private let layouts: [String]

    /// Returns the faults of an entity's annotations. `identifiers` are the identifiers and names of all entities,
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
        for member in schema.value.members {
            guard let annotation = Annotation(rawValue: member.name) else { continue }
            checkShape(annotation, member.value)
            switch annotation {
            case .deprecated: checkDeprecation(member.value)
            case .values:
                for entry in member.value.members {
                    entry.value[.deprecated].map { checkDeprecation($0) }
                    entry.value[.planned].map { checkShape(.planned, $0) }
                    checkPlans(of: entry.value)
                }
            case .translations: checkTranslations(member.value)
            default: break
            }
        }
        checkPlans(of: schema.value)
        checkPlaces(in: schema)
        checkIgnorable(in: schema.value)
    }

    private mutating func checkShape(_ annotation: Annotation, _ value: JSONValue) {
        guard let expected = annotation.shape.expectation(of: value, layouts: layouts) else { return }
        findings.report(annotation, "`\(annotation.rawValue)` must be \(expected)", at: value)
    }

    /// Reports every planned version as a warning, and every planned platform without a version in `x-since` as an
    /// error.
    private mutating func checkPlans(of annotated: JSONValue) {
        guard let planned = annotated[.planned], planned.kind == .array else { return }
        for element in planned.elements {
            guard let platform = element.string else { continue }
            if let version = annotated[.since]?[platform]?.string {
                let message = "Version \(version) on \(platform) is planned: the platform’s team must confirm it"
                findings.report(.planned, message, at: element, severity: .warning)
            } else {
                let platforms = annotated[.since].map { $0.members.map(\.name) } ?? []
                let suggestion = Suggestion.nearest(to: platform, among: platforms)
                let message =
                    "`x-planned` names \(code: platform), for which `x-since` has no version"
                    + Diagnostic.didYouMean(suggestion)
                findings.report(.planned, message, at: element, suggestion: suggestion)
            }
        }
    }

    /// Reports annotations at places where they have no effect.
    private mutating func checkPlaces(in schema: Subschema) {
        let isRoot = if case .root = schema.place { true } else { false }
        if isRoot, let ignorable = schema.value.member(.ignorable) {
            let message = "`x-ignorable` has an effect only on a property, which is then left out for older clients"
            findings.report(.ignorable, message, at: ignorable, severity: .warning)
        }
        if let items = schema.value.member(.unknownItems), let type = schema.value["type"],
            type.string != "array", !type.elements.contains(where: { $0.string == "array" })
        {
            let message = "`x-unknown-items` has an effect only on a list, but this schema has another `type`"
            findings.report(.unknownItems, message, at: items, severity: .warning)
        }
        if let layout = schema.value.member(.layout), layouts.contains(layout.value.string ?? ""),
            !isRoot || findings.entity.kind != "layout"
        {
            let message = "`x-layout` belongs at the root of a schema whose `x-kind` is `layout`"
            findings.report(.layout, message, at: layout, severity: .warning)
        }
    }

    private mutating func checkTranslations(_ translations: JSONValue) {
        for language in translations.members where language.value.kind == .object {
            if language.name.wholeMatch(of: /[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*/) == nil {
                let message = "\(code: language.name) is not a language tag; write it as `ru` or `zh-Hant`"
                findings.report(.translations, message, at: language)
            }
            for text in language.value.members where !["title", "description"].contains(text.name) {
                let suggestion = Suggestion.nearest(to: text.name, among: ["title", "description"])
                let message = "A translation has only a `title` and a `description`, not \(code: text.name)"
                findings.report(.translations, message, at: text, severity: .warning, suggestion: suggestion)
            }
        }
    }

    private mutating func checkDeprecation(_ platforms: JSONValue) {
        for platform in platforms.members where platform.value.kind == .object {
            if platform.value["since"] == nil {
                let message = "`since` is missing: write the first deprecated version, as in {\"since\": \"7.0\"}"
                findings.report(.deprecated, message, at: platform)
            }
            for member in platform.value.members { checkDeprecation(member) }
        }
    }

    private mutating func checkDeprecation(_ member: JSONMember) {
        switch member.name {
        case "since": break
        case "message" where member.value.kind == .string: break
        case "message": findings.report(.deprecated, "`message` must be a string", at: member.value)
        case "use":
            let name = member.value.string ?? ""
            guard !names.contains(name) else { return }
            let suggestion = Suggestion.nearest(to: name, among: names)
            let message =
                "`use` names \(member.value.excerpt), but there is no such property, value or schema"
                + Diagnostic.didYouMean(suggestion)
            findings.report("use", message, at: member.value, suggestion: suggestion)
        default:
            let suggestion = Suggestion.nearest(to: member.name, among: ["since", "use", "message"])
            let message = "A deprecation has only `since`, `use` and `message`, not \(code: member.name)"
            findings.report(.deprecated, message, at: member, severity: .warning, suggestion: suggestion)
        }
    }

    private mutating func checkIgnorable(in schema: JSONValue) {
        let required = schema["required"]?.elements.compactMap(\.string) ?? []
        for property in schema["properties"]?.members.map(\.self) ?? [] {
            guard let ignorable = property.value[.ignorable], ignorable.boolean == true,
                required.contains(property.name)
            else { continue }
            let message = "\(code: property.name) is required, so it cannot be left out for older clients"
            findings.report(.ignorable, message, at: ignorable)
        }
    }
}
