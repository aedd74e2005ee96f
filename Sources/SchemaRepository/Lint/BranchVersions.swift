import JSONSchema
import JSONText

/// The client versions that support a branch of a union, according to the annotations of the branch and of the schemas
/// that it refers to.
struct BranchVersions {
    private let availabilities: [PlatformAvailability]
    private let platforms: Set<String>

    /// Reads the annotations of a branch; `references` resolves its references.
    init(of branch: JSONValue, references: SchemaReferences) {
        var schemas = [branch]
        var references = references
        // References that lead back to themselves do not compile. The limit only guarantees that the loop ends.
        while let target = references.target(of: schemas[schemas.count - 1]), schemas.count < 16 {
            references = references.forTarget(of: schemas[schemas.count - 1])
            schemas.append(target)
        }
        availabilities = schemas.compactMap(PlatformAvailability.init)
        platforms = Set(
            schemas.flatMap { schema in
                PlatformAvailability.keywords.flatMap { schema[$0]?.members.map(\.name) ?? [] }
            })
    }

    /// Returns true if the same client versions support both branches, on every platform that the annotations name and
    /// on all others.
    func areEqual(to other: BranchVersions) -> Bool {
        guard versionsElsewhere == other.versionsElsewhere else { return false }
        return platforms.union(other.platforms).allSatisfy { platform in
            versions(on: JSONName(platform)) == other.versions(on: JSONName(platform))
        }
    }

    /// The versions on platforms that the annotations do not name.
    private var versionsElsewhere: VersionSet {
        availabilities.reduce(.all) { $0.intersection($1.elsewhere.versions) }
    }

    private func versions(on platform: JSONName) -> VersionSet {
        availabilities.reduce(.all) { $0.intersection($1[platform].versions) }
    }
}
