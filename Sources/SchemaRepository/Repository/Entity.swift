import JSONSchema
package import JSONText

/// One schema of the repository with its files, as the catalogue shows it.
package struct Entity: Sendable {
    /// The schema's identifier: its path without extension.
    package let id: String

    /// The file that defines it.
    package let path: String

    /// The parsed schema.
    package let document: JSONDocument

    /// The examples: the files of its folder, then the `examples` of the schema itself.
    package let examples: [Example]

    /// The documents that must be refused, by name.
    package let counterExamples: [CounterExample]

    /// The Mustache template that draws it, if the repository has one.
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

    /// The `x-kind`; empty for a schema that only serves others.
    package var kind: String { document.root[.kind]?.string ?? "" }

    /// The name (`x-name`), by default the last part of the path.
    package var name: String { document.root[.name]?.string ?? id.split(separator: "/").last.map(String.init) ?? id }

    package var title: String { text("title") ?? name }
    package var description: String { text("description") ?? "" }
    package var category: String? { document.root[.category]?.string }
    package var owners: [String] { document.root[.owners]?.elements.compactMap(\.string) ?? [] }
    package var isDiscriminatedUnion: Bool { document.root[.discriminator] != nil }

    /// The first client version by platform, in schema order; nil without `x-since`.
    package var since: [(platform: String, version: String)]? { Self.since(of: document.root) }

    /// Its own properties, in schema order.
    package var properties: [EntityProperty] {
        let required = Set(document.root["required"]?.elements.compactMap(\.string) ?? [])
        return (document.root["properties"]?.members ?? document.root.members).compactMap { member in
            document.root["properties"] == nil
                ? nil
                : EntityProperty(name: member.name, schema: member.value, isRequired: required.contains(member.name))
        }
    }

    /// The values of an enum with their annotations, in schema order.
    package var values: [EntityValue] {
        (document.root["enum"]?.elements.compactMap(\.string) ?? []).map { value in
            EntityValue(value: value, annotations: document.root[.values]?[value])
        }
    }

    /// Returns the title or description in a language, or else the schema's own.
    package func text(_ keyword: String, language: String) -> String {
        document.root[.translations]?[language]?[keyword]?.string ?? text(keyword) ?? ""
    }

    private func text(_ keyword: String) -> String? { document.root[keyword]?.string }

    static func since(of schema: JSONValue) -> [(platform: String, version: String)]? {
        schema[.since]?.members.map { ($0.name, $0.value.string ?? "") }
    }
}

extension Entity {
    /// The value of `type` that identifies this entity among others.
    var typeName: String? { document.root["properties"]?["type"]?["const"]?.string }
}
