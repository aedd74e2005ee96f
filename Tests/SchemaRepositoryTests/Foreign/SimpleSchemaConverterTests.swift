import DocumentKinds
import JSONText
import SchemaRepository
import TestSupport
import Testing

struct SimpleSchemaConverterTests {
    @Test func `the simpler format with lists of fields, described enum values and nested objects is read`() throws {
        let repository = try SchemaRepository(documents: [
            Self.file(
                "enums/ButtonSize.json",
                #"""
                {"name": "ButtonSize", "type": "enum", "description": "Размер кнопки",
                 "enum": [{"name": "s", "description": "Маленькая"}, {"value": "m", "description": "Средняя"}, "l"]}
                """#),
            Self.file(
                "components/ButtonView.json",
                #"""
                {"name": "ButtonView", "type": "object", "description": "Кнопка", "fields": [
                  {"name": "title", "type": "string", "required": true, "description": "Надпись"},
                  {"name": "size", "type": "ButtonSize", "required": true, "description": "Размер"},
                  {"name": "icon", "type": "object", "description": "Иконка", "properties": {
                    "name": {"type": "string", "required": true, "description": "Имя"},
                    "shape": {"type": "enum", "values": ["circle", "square"], "description": "Форма"}}},
                  {"name": "tags", "type": "array", "items": {"type": "ButtonSize"}, "description": "Метки"}]}
                """#),
        ])
        let button = try #require(repository.entity("/components/ButtonView"))
        #expect(button.name == "ButtonView" && button.description == "Кнопка")
        #expect(button.properties.map(\.name) == ["type", "title", "size", "icon", "tags"])
        #expect(button.properties.filter(\.isRequired).map(\.name) == ["title", "size"])
        let size = try #require(repository.entity("/enums/ButtonSize"))
        #expect(size.values.map(\.value) == ["s", "m", "l"])
        let kind = try #require(repository.kind(named: "ButtonView"))
        let text = #"{"title": "OK", "size": "m", "icon": {"name": "x", "shape": "circle"}, "tags": ["l"]}"#
        #expect(repository.check(Array(text.utf8), kind: kind).diagnostics.isEmpty)
        let broken = #"{"size": "xl", "icon": {"shape": "round"}, "tags": ["m", "n"]}"#
        let pointers = repository.check(Array(broken.utf8), kind: kind).diagnostics.map(\.pointer.description)
        #expect(pointers == ["", "/size", "/icon", "/icon/shape", "/tags/1"])
    }

    @Test func `a misspelt member is reported, even in a kind that no union names`() throws {
        let repository = try SchemaRepository(documents: [
            Self.file("document.json", #"{"x-discriminator": "type", "oneOf": [{"$ref": "/Own"}]}"#),
            Self.file("Own.json", #"{"properties": {"type": {"const": "Own"}}}"#),
            Self.file(
                "Card.json",
                #"""
                {"name": "Card", "type": "object", "description": "Карточка", "fields": [
                  {"name": "title", "type": "string", "required": true, "description": "Надпись"},
                  {"name": "footer", "type": "string", "description": "Подпись"},
                  {"name": "icon", "type": "object", "description": "Иконка",
                   "fields": [{"name": "url", "type": "string", "description": "Адрес"}]},
                  {"name": "extra", "type": "object", "additionalProperties": true, "description": "Прочее",
                   "fields": [{"name": "a", "type": "string", "description": "А"}]}]}
                """#),
        ])
        #expect(repository.rootKinds.map(\.id) == ["/Own", "/Card"])
        let text = #"{"type": "Card", "title": "OK", "icon": {"ulr": "x"}, "foter": "O", "extra": {"b": 1}}"#
        let checked = repository.check(Array(text.utf8), kind: nil)
        #expect(checked.kind?.id == "/Card")
        #expect(checked.diagnostics.map(\.pointer.description) == ["/icon/ulr", "/foter"])
        #expect(checked.diagnostics.map(\.suggestion) == ["url", "footer"])
    }

    @Test func `another schema can be named by $ref or as the items of a list`() throws {
        let repository = try SchemaRepository(documents: [
            Self.file("Color.json", #"{"name": "Color", "type": "enum", "description": "Цвет", "values": ["accent"]}"#),
            Self.file(
                "Text.json",
                #"""
                {"name": "Text", "type": "object", "description": "Текст", "properties": {
                  "name": {"type": "string", "required": true, "description": "Имя"},
                  "color": {"$ref": "Color", "description": "Цвет"},
                  "back": {"type": "enum", "$ref": "Color", "required": true, "description": "Фон"},
                  "colors": {"type": "array", "items": "Color", "description": "Цвета"},
                  "names": {"type": "array", "items": "string", "description": "Имена"}}}
                """#),
        ])
        let kind = try #require(repository.kind(named: "Text"))
        let text = #"{"name": "x", "color": "a", "back": "accent", "colors": ["accent", "b"], "names": [1]}"#
        let pointers = repository.check(Array(text.utf8), kind: kind).diagnostics.map(\.pointer.description)
        #expect(pointers == ["/color", "/colors/1", "/names/0"])
        let properties = try #require(repository.entity("/Text")).properties
        #expect(properties.filter(\.isRequired).map(\.name) == ["name", "back"])
    }

    @Test(arguments: try DataLines.read("SchemaRepositoryTests/Cases/simple-schema-faults.jsonl"))
    func `a fault in the simpler format is reported once, with its pointer and line`(_ line: String) throws {
        let row = try JSONDocument(parsing: line).root
        let schema = try #require(row["schema"]).rawText
        let color = Self.file(
            "Color.json", #"{"name": "Color", "type": "enum", "description": "Цвет", "values": ["accent"]}"#)
        let error = #expect(throws: RepositoryError.self) {
            try SchemaRepository(documents: [color, Self.file("Text.json", schema)])
        }
        let found = try #require(error).diagnostics
        #expect(found.map(\.file) == ["Text.json"])
        #expect(found.map(\.diagnostic.pointer.description) == [row["pointer"]?.string])
        #expect(found.first?.diagnostic.suggestion == row["suggestion"]?.string)
        #expect(found.first?.diagnostic.range?.start.line == 1)
    }

    private static func file(_ path: String, _ text: String) -> RepositoryFile {
        RepositoryFile(path: path, bytes: Array(text.utf8))
    }
}
