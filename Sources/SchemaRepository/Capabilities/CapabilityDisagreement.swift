import JSONText

/// An entity, property or enum value about which the annotations of the schemas and a build of an app disagree.
///
/// As JSON it has the members `entity`, `member`, `path` (of an enum that is not an entity), `kind`, `schema`, `build`,
/// `version`, `platform` and `severity`.
package struct CapabilityDisagreement: Sendable, Hashable, Encodable {
    /// The seriousness of a disagreement.
    package enum Severity: String, Sendable, Hashable, Encodable {
        /// The build does not list what the schemas claim for its version, so it may fail to show documents that are
        /// published for this version.
        case error
        /// The build lists what the schemas do not claim for its version.
        case note
    }

    package let name: CapabilityName
    package let severity: Severity
    /// The claim of the annotations, such as `since 6.0`, `removed in 5.0`, `always`, `never` or `absent`.
    package let schema: String
    /// `known` if the build lists the entity, property or value, otherwise `unknown`.
    package let build: String
    package let platform: String
    package let version: String

    /// One sentence, as in “iOS 6.2.0 does not list the property `icon` of `/components/ButtonView`, which the schemas
    /// claim for it (since 3.4).”
    package var message: String {
        "\(ReasonWording(platform: platform).platformName) \(version) \(predicate)"
    }

    /// The sentence without its subject, which is the build.
    package var predicate: String {
        if severity == .error { return "does not list \(name.words), which the schemas claim for it (\(schema))." }
        return schema == Self.absent
            ? "lists \(name.words), which the schemas do not contain."
            : "lists \(name.words), which the schemas do not claim for it (\(schema))."
    }

    /// The value of `schema` for an entity, property or enum value that the schemas do not contain.
    static let absent = "absent"

    /// Encodes the members listed in the documentation of the type; `path` only for a value of an enum that is not an
    /// entity.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name.entity, forKey: .entity)
        try container.encode(name.member, forKey: .member)
        if name.kind == .value, !name.path.isEmpty { try container.encode(name.path, forKey: .path) }
        try container.encode(name.kind, forKey: .kind)
        try container.encode(severity, forKey: .severity)
        try container.encode(schema, forKey: .schema)
        try container.encode(build, forKey: .build)
        try container.encode(platform, forKey: .platform)
        try container.encode(version, forKey: .version)
    }

    private enum CodingKeys: String, CodingKey {
        case entity, member, path, kind, severity, schema, build, platform, version
    }
}

extension SchemaRepository {
    /// Returns the disagreements between the annotations and a build, by entity identifier (properties before enum
    /// values), then the listed parts that the schemas do not contain. If there is a disagreement about an entity or a
    /// property, the parts inside it are left out.
    package func disagreements(with client: ClientCapabilities) -> [CapabilityDisagreement] {
        var found: [CapabilityDisagreement] = []
        var listed = client.names
        let platform = JSONName(client.platform)
        for (entity, outline) in capabilityOutlines {
            let whole = CapabilityName(entity: entity.id)
            listed.remove(whole)
            let parts = outline.properties + outline.enums.flatMap(\.values)
            for part in parts { listed.remove(part.name) }
            if let disagreement = client.disagreement(on: whole, outline.versions(on: platform)) {
                found.append(disagreement)
                continue
            }
            guard client.contains(whole) else { continue }
            var disputed: Set<String> = []
            for part in parts {
                let around = CapabilityPlace.prefixes(of: part.name.path).dropLast(part.name.kind == .property ? 1 : 0)
                guard !around.contains(where: disputed.contains),
                    // A build that does not decode a property need not list its values.
                    part.name.kind == .property || part.name.path.isEmpty || isDecoded(part.name, by: client),
                    let disagreement = client.disagreement(on: part.name, part.versions(on: platform))
                else { continue }
                found.append(disagreement)
                if part.name.kind == .property { disputed.insert(part.name.path) }
            }
        }
        let unknown = listed.filter { $0.kind == .entity || !listed.contains(CapabilityName(entity: $0.entity)) }
        return found
            + unknown.sorted { ($0.entity, $0.path, $0.value) < ($1.entity, $1.path, $1.value) }
            .compactMap { client.disagreement(on: $0, nil) }
    }

    private func isDecoded(_ value: CapabilityName, by client: ClientCapabilities) -> Bool {
        value.path.hasPrefix("$defs/") || value.path.hasPrefix("definitions/")
            || client.contains(CapabilityName(property: value.path, of: value.entity))
    }
}

extension ClientCapabilities {
    /// The names of all parts that the build lists.
    fileprivate var names: Set<CapabilityName> {
        var names: Set<CapabilityName> = []
        for (id, entity) in entities {
            names.insert(CapabilityName(entity: id))
            for path in entity.properties { names.insert(CapabilityName(property: path, of: id)) }
            for (path, values) in entity.values {
                for value in values { names.insert(CapabilityName(value: value, at: path, of: id)) }
            }
        }
        return names
    }

    /// Returns the disagreement about a part; nil if there is none. `versions` are the versions that have the part
    /// according to the annotations; nil if the schemas do not contain it.
    fileprivate func disagreement(on name: CapabilityName, _ versions: VersionSet?) -> CapabilityDisagreement? {
        let isListed = contains(name)
        guard (versions?.contains(version) ?? false) != isListed else { return nil }
        return CapabilityDisagreement(
            name: name, severity: isListed ? .note : .error,
            schema: versions?.claim ?? CapabilityDisagreement.absent, build: isListed ? "known" : "unknown",
            platform: platform, version: version.text)
    }
}

extension VersionSet {
    /// The set in words, such as `since 6.0`, `since 5.0, removed in 6.0`, `always` and `never`.
    fileprivate var claim: String {
        if isEmpty { return "never" }
        let claims = intervals.map { interval in
            [
                interval.from == .zero ? nil : "since \(interval.from)", interval.until.map { "removed in \($0)" },
            ].compactMap(\.self).joined(separator: ", ")
        }
        return isAll ? "always" : claims.joined(separator: "; ")
    }
}
