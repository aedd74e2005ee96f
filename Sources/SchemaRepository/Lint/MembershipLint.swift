import JSONSchema
import JSONText

/// Warns about entities with an `x-kind` and a constant `type` to which no other schema refers, because no document of
/// another kind can contain them. Reports nothing in a repository without a discriminated union.
enum MembershipLint {
    static func diagnostics(of entities: [Entity]) -> [FileDiagnostic] {
        let unions = entities.filter(\.isDiscriminatedUnion)
        guard !unions.isEmpty else { return [] }
        var named: Set<JSONName> = []
        for entity in entities {
            let others = references(in: entity.document.root).filter { !$0.isExactly(entity.id) }
            named.formUnion(others.map { JSONName($0) })
        }
        let list = unions.map { "`\($0.id)`" }.joined(separator: ", ")
        return entities.compactMap { entity in
            let isNamed = named.contains(JSONName(entity.id))
            guard !entity.kind.isEmpty, let type = entity.typeName, !isNamed else { return nil }
            var findings = EntityFindings(of: entity)
            findings.report(
                "membership",
                "No other schema refers to `\(type)` yet; add `\(entity.id)` to a union that may contain it: \(list)",
                at: entity.document.root[.kind] ?? entity.document.root, severity: .warning)
            return findings.all.first
        }
    }

    /// Returns the references in a schema as written, without their fragments.
    private static func references(in schema: JSONValue) -> [String] {
        Subschema.all(in: schema).compactMap { $0.value["$ref"]?.string?.split(separator: "#").first.map(String.init) }
    }
}
