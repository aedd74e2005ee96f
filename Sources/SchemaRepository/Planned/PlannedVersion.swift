import JSONSchema
import JSONText

/// A version in `x-since` that a schema marks as planned (`x-planned`): the platform's team has yet to confirm it.
package struct PlannedVersion: Sendable, Hashable {
    /// The identifier of the schema.
    package let entity: String
    /// The JSON Pointer of the annotated subschema, or of the annotations of an enum value.
    package let pointer: String
    package let platform: String
    package let version: ClientVersion

    package init(entity: String, pointer: String, platform: String, version: ClientVersion) {
        (self.entity, self.pointer) = (entity, pointer)
        (self.platform, self.version) = (platform, version)
    }

    /// The place of the `x-since`, written like ``Reason/schemaPointer``.
    package var schemaPointer: String { "\(entity)#\(pointer)/\(Annotation.since.rawValue)" }
}

extension SchemaRepository {
    /// Returns the planned versions of entities, by entity, then in text order; each once, even if `x-planned` names a
    /// platform twice.
    static func plannedVersions(of entities: [Entity]) -> [PlannedVersion] {
        var seen: Set<PlannedVersion> = []
        return entities.flatMap(\.plannedVersions).filter { seen.insert($0).inserted }
    }
}

extension Entity {
    fileprivate var plannedVersions: [PlannedVersion] {
        Subschema.all(in: document.root).flatMap { schema in
            [schema.value] + (schema.value[.values]?.members.map(\.value) ?? [])
        }.flatMap { annotated in
            (annotated[.planned]?.elements.compactMap(\.string) ?? []).compactMap { platform in
                annotated[.since]?[platform]?.string.flatMap { try? ClientVersion($0) }.map { version in
                    PlannedVersion(
                        entity: id, pointer: annotated.pointer.description, platform: platform, version: version)
                }
            }
        }
    }
}
