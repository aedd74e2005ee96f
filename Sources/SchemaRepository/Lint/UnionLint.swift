import JSONSchema
import JSONText

/// Checks that the branches of unions can be distinguished: by JSON type, by a property with a different constant in
/// every branch, as single constants, or by the members that they require.
struct UnionLint {
    private var findings: EntityFindings
    private let references: SchemaReferences

    /// Returns the problems of an entity's unions; `schemas` are all schemas of the repository by identifier.
    static func diagnostics(of entity: Entity, among schemas: [String: JSONValue]) -> [FileDiagnostic] {
        var lint = UnionLint(
            findings: EntityFindings(of: entity),
            references: SchemaReferences(root: entity.document.root, schemas: schemas))
        for schema in Subschema.all(in: entity.document.root) { lint.check(schema.value) }
        return lint.findings.all
    }

    private mutating func check(_ schema: JSONValue) {
        let unions = ["oneOf", "anyOf"].compactMap { schema.member($0) }
        guard let discriminator = schema[.discriminator] else {
            for union in unions where !UnionBranches(union.value, references: references).canBeToldApart {
                let message =
                    "The branches cannot be distinguished; add `x-discriminator`, or give each branch another JSON type"
                findings.report(union.name, message, at: union)
            }
            return
        }
        guard let property = discriminator.string else { return }
        guard let union = unions.first else {
            let message = "There is no `oneOf` or `anyOf` with a branch that \(code: property) could select"
            findings.report(.discriminator, message, at: discriminator)
            return
        }
        check(branches: union.value, by: property)
    }

    private mutating func check(branches: JSONValue, by property: String) {
        var seen: [JSONName: [BranchVersions]] = [:]
        for branch in branches.elements {
            let constants = UnionBranches.constants(of: property, in: branch, references: references)
            // Branches with unresolvable references cannot be compared.
            guard branch["$ref"] == nil || references.target(of: branch) != nil else { continue }
            if constants.isEmpty {
                let message = "This branch has no constant for \(code: property) that could select it"
                findings.report(.discriminator, message, at: branch)
            }
            let versions = BranchVersions(of: branch, references: references)
            var own: Set<JSONName> = []
            for constant in constants.sorted() where own.insert(JSONName(constant)).inserted {
                // Two branches may have the same constant if different versions support them.
                if seen[JSONName(constant), default: []].contains(where: versions.areEqual(to:)) {
                    let message =
                        "Another branch already has \(constant) as its \(code: property); "
                        + "use another constant, or give the branches different `x-since` or `x-removed` versions"
                    findings.report(.discriminator, message, at: branch)
                }
                seen[JSONName(constant), default: []].append(versions)
            }
        }
    }
}
