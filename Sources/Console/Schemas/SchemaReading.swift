import JSONText
import Publishing
import SchemaRepository

/// Prepares schemas for the catalogue's pages: in one language, with links to other entities (schemas of the
/// repository).
struct SchemaReading: Sendable {
    let repository: SchemaRepository
    let language: String
    /// The platforms of the installation, in their order.
    let platforms: [Platform]
    /// The planned client versions that nobody has confirmed.
    let plans: Set<PlannedVersion>
    /// The identifier of the entity whose schema is shown.
    var entity = ""

    /// Returns the client support that the annotations of a schema, a property or a value declare.
    func support(_ annotations: JSONValue?) -> SupportSummary {
        SupportSummary(annotations, platforms: platforms, planned: planned(annotations))
    }

    /// Returns the platforms for which the annotations declare a planned version that nobody has confirmed.
    func planned(_ annotations: JSONValue?) -> Set<String> {
        guard !plans.isEmpty, let pointer = annotations?.pointer.description else { return [] }
        return Set(plans.filter { $0.entity == entity && $0.pointer == pointer }.map(\.platform))
    }

    /// Returns the path of an entity's page in the same language.
    func href(_ id: String) -> String { Paths.schema(id, language: language) }

    /// Returns a link to an entity.
    func link(_ entity: Entity) -> EntityLink {
        EntityLink(
            name: entity.name, href: href(entity.id),
            title: LocalizedText("title", of: entity.document.root, in: language))
    }

    /// Returns links to the entities to which the elements of an array refer by `$ref`.
    func links(_ list: JSONValue?) -> [EntityLink] {
        (list.map { Array($0.elements) } ?? []).compactMap { $0["$ref"]?.string.flatMap(repository.entity) }.map(link)
    }
}

/// A link to an entity.
struct EntityLink: Sendable {
    var name: String
    var href: String
    var title: LocalizedText

    static let sample = EntityLink(name: "ButtonView", href: "/schemas/entity?id=x", title: .sample)
}
