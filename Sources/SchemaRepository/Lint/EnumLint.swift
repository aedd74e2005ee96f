import JSONSchema
import JSONText

/// Checks the annotations of enum values in `x-enum`: that the enum has the values, that no keyword is misspelt, and
/// that each `unknownAs` names a value that older clients can know.
struct EnumLint {
    private var findings: EntityFindings

    /// Returns the problems of every `x-enum` in an entity's schema.
    static func diagnostics(of entity: Entity) -> [FileDiagnostic] {
        var lint = EnumLint(findings: EntityFindings(of: entity))
        for schema in Subschema.all(in: entity.document.root) { lint.check(schema.value) }
        return lint.findings.all
    }

    private mutating func check(_ schema: JSONValue) {
        guard let annotations = schema[.values] else { return }
        let values = schema["enum"]?.elements.compactMap(\.string) ?? []
        for entry in annotations.members {
            if !values.contains(entry.name) {
                let suggestion = Suggestion.nearest(to: entry.name, among: values)
                let message = "\(code: entry.name) is not a value of the `enum`" + Diagnostic.didYouMean(suggestion)
                findings.report(.values, message, at: entry, suggestion: suggestion)
            }
            checkKeywords(of: entry.value)
            if let other = entry.value["unknownAs"] {
                checkReplacement(other, for: entry, among: values, of: annotations)
            }
        }
    }

    private mutating func checkKeywords(of annotations: JSONValue) {
        for member in annotations.members {
            if ["title", "description"].contains(member.name), member.value.kind != .string {
                findings.report(.values, "\(code: member.name) of a value must be a string", at: member.value)
            } else if !Self.keywords.contains(member.name),
                let suggestion = Suggestion.nearest(to: member.name, among: Self.keywords)
            {
                let message =
                    "\(code: member.name) is not a keyword of a value in `x-enum`" + Diagnostic.didYouMean(suggestion)
                findings.report("keyword", message, at: member, severity: .warning, suggestion: suggestion)
            }
        }
    }

    /// Checks that a replacement for older clients is another value of the enum, and that on platforms where both
    /// values have an `x-since`, the replacement's is earlier.
    private mutating func checkReplacement(
        _ other: JSONValue, for entry: JSONMember, among values: [String], of annotations: JSONValue
    ) {
        let name = other.string ?? ""
        guard name != entry.name else {
            return findings.report("unknownAs", "A value cannot replace itself", at: other)
        }
        guard values.contains(name) else {
            let suggestion = Suggestion.nearest(to: name, among: values.filter { $0 != entry.name })
            let message = "`unknownAs` must name another value of the `enum`" + Diagnostic.didYouMean(suggestion)
            return findings.report("unknownAs", message, at: other, suggestion: suggestion)
        }
        let since = ClientVersion.byPlatform(in: entry.value[.since])
        let others = ClientVersion.byPlatform(in: annotations[name]?[.since])
        for (platform, start) in others.sorted(by: { $0.key < $1.key }) {
            guard let own = since[platform], own <= start else { continue }
            let message = """
                On \(platform), clients that are too old for \(code: entry.name) do not know \(code: name) either: \
                its `x-since` is \(start.text)
                """
            return findings.report("unknownAs", message, at: other)
        }
    }

    private static let keywords =
        [
            "title", "description", "unknownAs", "token",
        ] + [Annotation.translations, .since, .planned, .removed, .deprecated, .unsupported].map(\.rawValue)
}
