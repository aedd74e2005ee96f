import JSONText
import SchemaRepository
import Testing

/// The starter repository serves as documentation, so it must contain everything that its catalogue shows.
struct StarterContentTests {
    @Test func `every entity has a title, a description in its people's languages, owners and since`() throws {
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

    @Test func `every property, of parts too, has a description in its people's languages`() throws {
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

    @Test func `every word of an enum is described in English and in the languages of its users`() throws {
        for entity in try Starter.loaded.get().entities {
            for value in entity.values {
                let notes = entity.document.root["x-enum"]?[value.value]
                #expect(Self.isTold(notes), "\(entity.id) \(value.value)")
                for language in Self.languages(of: entity) {
                    #expect(Self.isTold(notes?["x-i18n"]?[language]), "\(entity.id) \(value.value) \(language)")
                }
            }
        }
    }

    @Test func `entities that can be drawn alone have examples with different names`() throws {
        let alone: Set<String> = [
            "component", "layout", "widget", "screen", "form", "questionnaire", "optionSheet", "module",
        ]
        for entity in try Starter.loaded.get().entities
        where alone.contains(entity.kind) && !entity.isDiscriminatedUnion {
            #expect(!entity.examples.isEmpty, "\(entity.id)")
            #expect(Set(entity.examples.map(\.name)).count == entity.examples.count, "\(entity.id)")
        }
    }

    /// The required languages: Russian everywhere; Persian and Chinese for the systems from there.
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

    private static func isTold(_ notes: JSONValue?) -> Bool {
        [notes?["title"], notes?["description"]].contains { $0?.string?.isEmpty == false }
    }

    /// Returns the properties that a schema and its parts introduce, except those of conditions, which are described
    /// where they are introduced.
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
