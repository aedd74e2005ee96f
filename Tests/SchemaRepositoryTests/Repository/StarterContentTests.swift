import JSONText
import SchemaRepository
import Testing

/// The starter repository is an example for others, so it must have every text that the catalogue can show.
struct StarterContentTests {
    @Test func `every entity has translated texts, and all except the document have owners and x-since`() throws {
        for entity in try Starter.loaded.get().entities {
            let root = entity.document.root
            #expect(root["title"]?.string?.isEmpty == false, "\(entity.id)")
            #expect(entity.kind.isEmpty == (entity.id == "/document"), "\(entity.id)")
            #expect(Self.lacking(in: root, languages: Self.languages(of: entity)).isEmpty, "\(entity.id)")
            for language in Self.languages(of: entity) {
                #expect(root["x-i18n"]?[language]?["title"]?.string?.isEmpty == false, "\(entity.id) \(language)")
            }
            guard !entity.kind.isEmpty else { continue }
            #expect(!entity.owners.isEmpty, "\(entity.id)")
            #expect(entity.since?.map(\.platform).sorted() == ["android", "ios", "web"], "\(entity.id)")
        }
    }

    @Test func `every property, even of nested schemas, has a description and translations`() throws {
        var count = 0
        for entity in try Starter.loaded.get().entities {
            for (pointer, schema) in Self.properties(of: entity.document.root) {
                count += 1
                let lacking = Self.lacking(in: schema, languages: Self.languages(of: entity))
                #expect(lacking.isEmpty, "\(entity.id) \(pointer): \(lacking)")
            }
        }
        #expect(count > 200)
    }

    @Test func `every enum value has a title or description, in English and translated`() throws {
        for entity in try Starter.loaded.get().entities {
            for value in entity.values {
                let notes = entity.document.root["x-enum"]?[value.value]
                #expect(Self.hasText(notes), "\(entity.id) \(value.value)")
                for language in Self.languages(of: entity) {
                    #expect(Self.hasText(notes?["x-i18n"]?[language]), "\(entity.id) \(value.value) \(language)")
                }
            }
        }
    }

    @Test func `entities that can be previewed alone have examples with distinct names`() throws {
        let alone: Set<String> = [
            "component", "layout", "widget", "screen", "form", "questionnaire", "optionSheet", "module",
        ]
        for entity in try Starter.loaded.get().entities
        where alone.contains(entity.kind) && !entity.isDiscriminatedUnion {
            #expect(!entity.examples.isEmpty, "\(entity.id)")
            #expect(Set(entity.examples.map(\.name)).count == entity.examples.count, "\(entity.id)")
        }
    }

    /// Returns the required languages of translations: Russian everywhere, also Persian for forms and their widgets, and
    /// Traditional Chinese for option sheets.
    private static func languages(of entity: Entity) -> [String] {
        switch entity.id.split(separator: "/").first {
        case "forms": ["ru", "fa"]
        case "option-sheets": ["ru", "zh-Hant"]
        default: entity.id == "/enums/FormWidget" ? ["ru", "fa"] : ["ru"]
        }
    }

    private static func lacking(in schema: JSONValue, languages: [String]) -> [String] {
        let own = schema["description"]?.string?.isEmpty == false ? [] : ["description"]
        return own + languages.filter { schema["x-i18n"]?[$0]?["description"]?.string?.isEmpty ?? true }
    }

    private static func hasText(_ notes: JSONValue?) -> Bool {
        [notes?["title"], notes?["description"]].contains { $0?.string?.isEmpty == false }
    }

    /// Returns the properties of a schema and its nested schemas, except those in `if`, `then` and `else`, which are
    /// described elsewhere.
    private static func properties(of schema: JSONValue) -> [(pointer: JSONPointer, schema: JSONValue)] {
        var found: [(pointer: JSONPointer, schema: JSONValue)] = []
        for member in schema.members {
            switch member.name {
            case "properties":
                for property in member.value.members where property.value.kind == .object {
                    found.append((property.value.pointer, property.value))
                    found += properties(of: property.value)
                }
            case "$defs": found += member.value.members.flatMap { properties(of: $0.value) }
            case "allOf", "oneOf", "anyOf": found += member.value.elements.flatMap(properties)
            case "items", "additionalProperties": found += properties(of: member.value)
            default: break
            }
        }
        return found
    }
}
