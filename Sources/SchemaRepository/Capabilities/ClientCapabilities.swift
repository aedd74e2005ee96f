package import JSONText

/// The entities, properties and enum values that one build of an app decodes, as its capability file states them.
///
/// All that the file does not list is unknown to the build.
package struct ClientCapabilities: Sendable, Hashable {
    /// The listed properties and enum values of one entity.
    package struct Entity: Sendable, Hashable {
        /// The paths of the properties that the build decodes, including the properties that contain them.
        package var properties: Set<String> = []
        /// The enum values that the build knows, by the path of the enum; the path is empty for an entity that is an
        /// enum.
        package var values: [String: Set<String>] = [:]
    }

    package let platform: String
    package let version: ClientVersion
    /// The app's own identifier of the build, such as `1042`; nil if none is given.
    package let build: String?
    /// The listed entities by identifier.
    package let entities: [String: Entity]

    /// Creates the capabilities of a build.
    package init(platform: String, version: ClientVersion, build: String?, entities: [String: Entity]) {
        (self.platform, self.version, self.build, self.entities) = (platform, version, build, entities)
    }

    /// Returns true if the build decodes the entity, property or enum value with this name.
    package func contains(_ name: CapabilityName) -> Bool {
        guard let entity = entities[name.entity] else { return false }
        return switch name.kind {
        case .entity: true
        case .property: entity.properties.contains(name.path)
        case .value: entity.values[name.path]?.contains(name.value) ?? false
        }
    }

    /// A name for people, such as `6.2.0` or `6.2.0 (build 1042)`.
    package var label: String { version.text + (build.map { " (build \($0))" } ?? "") }
}

extension ClientCapabilities {
    /// The entities as they are stored: minified JSON of `entities` alone, with entities, properties and values sorted.
    package var stored: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        for (id, entity) in entities.sorted(by: { $0.key < $1.key }) {
            writer.name(id)
            writer.beginObject()
            writer.name("properties")
            writer.strings(entity.properties.sorted())
            writer.name("values")
            writer.beginObject()
            for (path, values) in entity.values.sorted(by: { $0.key < $1.key }) {
                writer.name(path)
                writer.strings(values.sorted())
            }
            writer.endObject()
            writer.endObject()
        }
        writer.endObject()
        return writer.bytes
    }

    /// Returns the entities from the JSON of ``stored``.
    ///
    /// - Throws: `JSONSyntaxErrors` if the bytes are not JSON.
    package static func entities(stored: [UInt8]) throws(JSONSyntaxErrors) -> [String: Entity] {
        let root = try JSONDocument(parsing: stored, limits: JSONLimits(maximumBytes: JSONLimits.largestText)).root
        var entities: [String: Entity] = [:]
        for member in root.members {
            var entity = Entity(properties: strings(member.value["properties"]))
            for list in member.value["values"].map({ Array($0.members) }) ?? [] {
                entity.values[list.name] = strings(list.value)
            }
            entities[member.name] = entity
        }
        return entities
    }

    private static func strings(_ list: JSONValue?) -> Set<String> { Set(list?.elements.compactMap(\.string) ?? []) }
}

extension JSONWriter {
    /// Writes an array of strings.
    mutating func strings(_ strings: [String]) {
        beginArray()
        for string in strings { self.string(string) }
        endArray()
    }
}
