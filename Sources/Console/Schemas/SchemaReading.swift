import JSONText
import Publishing
import SchemaRepository

/// Reads schemas for people: in a language, with links to the pages of other entities.
struct SchemaReading: Sendable {
    let repository: SchemaRepository
    let language: String
    /// Those of the installation, in its order.
    let platforms: [Platform]

    /// The page of an entity in the same language.
    func href(_ id: String) -> String { Paths.schema(id, language: language) }

    /// An entity as a link.
    func link(_ entity: Entity) -> EntityLink {
        EntityLink(
            name: entity.name, href: href(entity.id), title: Prose("title", of: entity.document.root, in: language))
    }

    /// The entities that the members of a list refer to.
    func links(_ list: JSONValue?) -> [EntityLink] {
        (list.map { Array($0.elements) } ?? []).compactMap { $0["$ref"]?.string.flatMap(repository.entity) }.map(link)
    }
}

/// An entity that a page leads to.
struct EntityLink: Sendable {
    var name: String
    var href: String
    var title: Prose

    static let sample = EntityLink(name: "ButtonView", href: "/schemas/entity?id=x", title: .sample)
}
