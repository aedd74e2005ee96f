import JSONSchema
package import JSONText

/// One schema of the repository, with its examples, counter-examples and preview template; the catalogue has one entry
/// for each.
package struct Entity: Sendable {
    /// The schema's identifier, which follows from its path (see ``RepositoryFile/entityID``).
    package let id: String

    /// The path of the schema's file.
    package let path: String

    /// The parsed schema.
    package let document: JSONDocument

    /// The examples: the files in its folder `examples`, then the `examples` of the schema itself.
    package let examples: [Example]

    /// The documents that must be invalid, sorted by path.
    package let counterExamples: [CounterExample]

    /// The Mustache template of its preview; nil if the repository has none.
    package let previewTemplate: String?

    package init(
        id: String, path: String, document: JSONDocument, examples: [Example] = [],
        counterExamples: [CounterExample] = [], previewTemplate: String? = nil
    ) {
        self.id = id
        self.path = path
        self.document = document
        self.examples = examples
        self.counterExamples = counterExamples
        self.previewTemplate = previewTemplate
    }

    /// The `x-kind`; empty without one, as in schemas that only other schemas use.
    package var kind: String { document.root[.kind]?.string ?? "" }

    /// The name (`x-name`), by default the last part of the identifier.
    package var name: String { document.root[.name]?.string ?? id.split(separator: "/").last.map(String.init) ?? id }

    package var title: String { text("title") ?? name }
    package var description: String { text("description") ?? "" }
    package var category: String? { document.root[.category]?.string }
    package var owners: [String] { document.root[.owners]?.elements.compactMap(\.string) ?? [] }
    package var isDiscriminatedUnion: Bool { document.root[.discriminator] != nil }

    /// The first client version that supports the entity, by platform, in schema order; nil without `x-since`.
    package var since: [(platform: String, version: String)]? { Self.since(of: document.root) }

    /// The members of `properties` at the schema's root, without inherited ones, in schema order.
    package var properties: [EntityProperty] {
        let required = Set(document.root["required"]?.elements.compactMap(\.string) ?? [])
        return document.root["properties"]?.members.map { member in
            EntityProperty(name: member.name, schema: member.value, isRequired: required.contains(member.name))
        } ?? []
    }

    /// The values of an enum with their annotations, in schema order.
    package var values: [EntityValue] {
        (document.root["enum"]?.elements.compactMap(\.string) ?? []).map { value in
            EntityValue(value: value, annotations: document.root[.values]?[value])
        }
    }

    /// Returns the `title` or `description` in a language; without a translation, the schema's own or an empty text.
    package func text(_ keyword: String, language: String) -> String {
        document.root[.translations]?[language]?[keyword]?.string ?? text(keyword) ?? ""
    }

    private func text(_ keyword: String) -> String? { document.root[keyword]?.string }

    static func since(of schema: JSONValue) -> [(platform: String, version: String)]? {
        schema[.since]?.members.map { ($0.name, $0.value.string ?? "") }
    }
}

extension Entity {
    /// The constant of the property `type`, by which unions select this entity; nil if it has none.
    package var typeName: String? { document.root["properties"]?["type"]?["const"]?.string }
}
