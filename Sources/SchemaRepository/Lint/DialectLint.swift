import JSONText

/// What the dialect asks of a schema beyond JSON Schema: descriptions, versions that parse and agree, enum annotations.
struct DialectLint {
    private var findings: EntityFindings

    /// What is wrong with an entity's schema, in the order of its text.
    static func diagnostics(of entity: Entity) -> [FileDiagnostic] {
        var lint = DialectLint(findings: EntityFindings(of: entity))
        for schema in Subschema.all(in: entity.document.root) { lint.check(schema) }
        return lint.findings.all
    }

    private mutating func check(_ schema: Subschema) {
        checkDescription(of: schema)
        checkVersions(of: schema)
        checkValues(of: schema)
    }

    private mutating func checkDescription(of schema: Subschema) {
        guard schema.value["description"]?.string?.isEmpty ?? true else { return }
        switch schema.place {
        case .root:
            findings.report("description", "\(findings.entity.name) has no description", at: schema.value)
        case .property(let member):
            findings.report("description", "The property `\(member.name)` has no description", at: member)
        case .part, .refinement: break
        }
    }

    private mutating func checkVersions(of schema: Subschema) {
        let since = versions("x-since", of: schema.value)
        for (platform, version, value) in since {
            guard let around = schema.since[platform], version < around else { continue }
            findings.report(
                "x-since", "\(version) is before \(around), since when what is around it exists on \(platform)",
                at: value)
        }
        for (platform, removed, value) in versions("x-removed", of: schema.value) {
            guard let start = since.first(where: { $0.platform == platform })?.version, removed <= start else {
                continue
            }
            findings.report("x-removed", "It would be removed on \(platform) before it exists", at: value)
        }
        for entry in schema.value["x-deprecated"].map({ Array($0.members) }) ?? [] {
            if let value = entry.value["since"] { _ = version(value) }
        }
    }

    private mutating func checkValues(of schema: Subschema) {
        guard let annotations = schema.value["x-enum"] else { return }
        let values = schema.value["enum"]?.elements.compactMap(\.string) ?? []
        for entry in annotations.members {
            if !values.contains(entry.name) {
                let suggestion = Suggestion.nearest(to: entry.name, among: values)
                let message = "`\(entry.name)` is no value of the `enum`" + Diagnostic.didYouMean(suggestion)
                findings.report("x-enum", message, at: entry, suggestion: suggestion)
            }
            if let other = entry.value["unknownAs"], !values.contains(other.string ?? "") {
                findings.report("unknownAs", "`unknownAs` must name another value of the `enum`", at: other)
            }
            let around = schema.since.merging(sinceOf(schema.value)) { _, inner in inner }
            checkVersions(of: Subschema(value: entry.value, place: .part, since: around))
        }
    }

    private mutating func sinceOf(_ schema: JSONValue) -> [String: ClientVersion] {
        (schema["x-since"].map { Array($0.members) } ?? []).reduce(into: [:]) { result, entry in
            result[entry.name] = entry.value.string.flatMap { try? ClientVersion($0) }
        }
    }

    private mutating func versions(_ keyword: String, of schema: JSONValue)
        -> [(platform: String, version: ClientVersion, value: JSONValue)]
    {
        guard let platforms = schema[keyword] else { return [] }
        guard platforms.kind == .object else {
            findings.report(keyword, "`\(keyword)` maps platforms to versions, as in {\"ios\": \"5.2\"}", at: platforms)
            return []
        }
        return platforms.members.compactMap { entry in
            version(entry.value).map { (entry.name, $0, entry.value) }
        }
    }

    private mutating func version(_ value: JSONValue) -> ClientVersion? {
        guard let text = value.string else {
            findings.report("version", "A version is written as a text, as in \"5.2\"", at: value)
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
