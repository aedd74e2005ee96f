import JSONSchema
import JSONText

/// Checks the platform names in annotations. If a name in `x-since` is misspelt, for example, the real platform is not
/// supported.
///
/// The database of an installation may contain further platforms, which the repository does not know; so a name that
/// does not resemble a known one is only a warning, reported once.
enum PlatformLint {
    /// The platforms of a new installation.
    static let known = ["ios", "android", "web"]
    /// The annotations whose members are platforms.
    private static let keywords: [Annotation] = [.since, .removed, .deprecated, .unsupported]

    static func diagnostics(of entities: [Entity]) -> [FileDiagnostic] {
        var reported: Set<String> = []
        return entities.flatMap { entity in
            var findings = EntityFindings(of: entity)
            for platform in platforms(in: entity.document.root) where !known.contains(platform.name) {
                if let meant = misspelt(platform.name) {
                    findings.report(
                        "platform", "\(code: platform.name) is not a platform" + Diagnostic.didYouMean(meant),
                        at: platform,
                        suggestion: meant)
                } else if reported.insert(platform.name).inserted {
                    let message = """
                        \(code: platform.name) is not one of the platforms of a new installation \
                        (\(known.joined(separator: ", "))); \
                        an installation can publish to it only if the table `platform` of its database contains it
                        """
                    findings.report("platform", message, at: platform, severity: .warning)
                }
            }
            return findings.all
        }
    }

    /// Returns the members of annotations whose names are platforms, in the order of the subschemas.
    static func platforms(in schema: JSONValue) -> [JSONMember] {
        Subschema.all(in: schema).map(\.value).flatMap { schema in
            let values = schema[.values]?.members.map(\.value) ?? []
            return ([schema] + values).flatMap { annotated in
                keywords.flatMap { keyword in annotated[keyword].map { Array($0.members) } ?? [] }
            }
        }
    }

    /// Returns the known platform that a name misspells or writes in another case; nil for other names such as `tvos`.
    private static func misspelt(_ name: String) -> String? {
        let letters = name.lowercased().filter(\.isLetter)
        if let same = known.first(where: { $0 == letters }) { return same }
        guard let near = Suggestion.nearest(to: letters, among: known) else { return nil }
        return letters.first == near.first || letters.sorted() == near.sorted() ? near : nil
    }
}

extension SchemaRepository {
    /// The platforms of a new installation, then the others in the schemas, sorted by name.
    package var platforms: [String] {
        let named = Set(entities.flatMap { PlatformLint.platforms(in: $0.document.root).map(\.name) })
        return PlatformLint.known + named.subtracting(PlatformLint.known).sorted()
    }
}
