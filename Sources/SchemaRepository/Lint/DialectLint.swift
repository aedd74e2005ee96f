import JSONSchema
import JSONText

/// Checks the rules for schemas that a repository has besides those of JSON Schema: the draft, the kind, descriptions,
/// and consistent versions.
struct DialectLint {
    private var findings: EntityFindings

    /// Returns the problems of an entity's schema. In a schema that `SimpleSchemaConverter` converted (`isConverted`),
    /// `$schema` and `x-kind` are not checked.
    static func diagnostics(of entity: Entity, isConverted: Bool) -> [FileDiagnostic] {
        var lint = DialectLint(findings: EntityFindings(of: entity))
        if entity.isOfDialect, !isConverted { lint.checkRoot() }
        for schema in Subschema.all(in: entity.document.root) { lint.check(schema) }
        return lint.findings.all
    }

    private mutating func checkRoot() {
        let entity = findings.entity
        if let draft = entity.document.root["$schema"], draft.string?.contains("2020-12") == false {
            let message = "Use JSON Schema 2020-12; older drafts ignore some of its keywords"
            findings.report("$schema", message, at: draft, severity: .warning)
        }
        if entity.document.root[.kind] == nil, let type = entity.typeName {
            let message = "\(code: type) has no `x-kind`, so the catalogue lists it under “Other”"
            findings.report(.kind, message, at: entity.document.root, severity: .warning)
        }
    }

    private mutating func check(_ schema: Subschema) {
        checkDescription(of: schema)
        checkVersions(of: schema)
        let around = schema.since.merging(ClientVersion.byPlatform(in: schema.value[.since])) { _, inner in inner }
        for entry in schema.value[.values].map({ Array($0.members) }) ?? [] {
            checkVersions(of: Subschema(value: entry.value, place: .part, since: around))
        }
    }

    private mutating func checkDescription(of schema: Subschema) {
        guard schema.value["description"]?.string?.allSatisfy(\.isWhitespace) ?? true else { return }
        switch schema.place {
        case .root:
            findings.report("description", "\(findings.entity.name) has no description", at: schema.value)
        case .property(let member):
            findings.report("description", "The property \(code: member.name) has no description", at: member)
        case .part, .refinement: break
        }
    }

    private mutating func checkVersions(of schema: Subschema) {
        let since = versions(.since, of: schema.value)
        for (platform, version, value) in since {
            guard let around = schema.since[platform], version < around else { continue }
            findings.report(
                .since,
                "On \(code: platform), the version must not be before \(around), "
                    + "the `x-since` of the surrounding schema",
                at: value)
        }
        for (platform, removed, value) in versions(.removed, of: schema.value) {
            guard let start = since.first(where: { $0.platform == platform })?.version, removed <= start else {
                continue
            }
            findings.report(
                .removed, "On \(code: platform), the version must be after `x-since`, which is \(start)", at: value)
        }
        for platform in schema.value[.deprecated].map({ Array($0.members) }) ?? [] {
            guard let value = platform.value["since"], let deprecated = version(value),
                let start = since.first(where: { $0.platform == platform.name })?.version, deprecated < start
            else { continue }
            findings.report(
                .deprecated, "On \(code: platform.name), the version must not be before `x-since`, which is \(start)",
                at: value)
        }
    }

    private mutating func versions(_ annotation: Annotation, of schema: JSONValue)
        -> [(platform: String, version: ClientVersion, value: JSONValue)]
    {
        guard let platforms = schema[annotation] else { return [] }
        guard platforms.kind == .object else {
            let message = """
                `\(annotation.rawValue)` must be an object with a version for each platform, as in {"ios": "5.2"}
                """
            findings.report(annotation, message, at: platforms)
            return []
        }
        return platforms.members.compactMap { entry in
            version(entry.value).map { (entry.name, $0, entry.value) }
        }
    }

    private mutating func version(_ value: JSONValue) -> ClientVersion? {
        guard let text = value.string else {
            findings.report("version", "A version must be a string, as in \"5.2\"", at: value)
            return nil
        }
        do {
            return try ClientVersion(text)
        } catch {
            findings.report("version", error.description, at: value)
            return nil
        }
    }
}
