import DocumentKinds
import JSONText
import SchemaRepository
import Testing

struct LoadingTests {
    @Test func `the starter repository is loaded with its document kinds`() throws {
        let repository = try Starter.loaded.get()
        #expect(
            repository.rootKinds.prefix(8).map(\.name) == [
                "Screen", "Form", "Questionnaire", "OptionSheet", "ModuleFlow", "Module", "TabContainer", "SDUIWidget",
            ])
        #expect(
            Set(repository.rootKinds.map(\.kind)) == [
                "screen", "form", "questionnaire", "optionSheet", "module", "widget", "component", "layout",
            ])
    }

    @Test(arguments: [
        ("/screens/Screen", "/screens/Screen"), ("screens/Screen", "/screens/Screen"), ("Screen", "/screens/Screen"),
        ("screen", "/screens/Screen"), ("form", "/forms/Form"), ("/components/TextView", "/components/TextView"),
        ("stackview", "/layouts/StackView"), ("questionnaire", "/questionnaires/Questionnaire"),
        ("optionSheet", "/option-sheets/OptionSheet"), ("module", "/modules/Module"),
    ])
    func `a document kind is found by identifier, name or entity kind`(_ name: String, _ id: String) throws {
        #expect(try Starter.loaded.get().kind(named: name)?.id == id)
    }

    @Test func `unknown and ambiguous names are not document kinds`() throws {
        #expect(try Starter.loaded.get().kind(named: "Scren") == nil)
        #expect(try Starter.loaded.get().kind(named: "document") == nil)
        #expect(try Starter.loaded.get().kind(named: "/enums/Color") == nil, "an enum is not a document")
        #expect(try Starter.loaded.get().kind(named: "layout") == nil, "several layouts share the kind")
    }

    @Test func `an entity has its title, translations, properties, examples and values`() throws {
        let button = try #require(try Starter.loaded.get().entity("/components/ButtonView"))
        #expect(button.name == "ButtonView" && button.kind == "component" && button.title == "Button")
        #expect(button.text("title", language: "ru") == "Кнопка")
        #expect(button.properties.map(\.name) == ["type", "title", "icon", "backgroundColor", "size"])
        #expect(button.properties.filter(\.isRequired).map(\.name) == ["title"])
        #expect(button.properties.filter { $0.schema["x-ignorable"]?.boolean == true }.map(\.name) == ["icon"])
        #expect(button.examples.map(\.name) == ["accent", "extra-large", "plain", "with-icon"])
        let color = try #require(try Starter.loaded.get().entity("/enums/Color"))
        #expect(color.values.count == 13)
        #expect(color.values.first?.token?["light"]?.string == "#0B1F35")
    }

    @Test func `entities and properties are described in English, Russian and the language of their category`() throws {
        let origins = ["forms": "fa", "option-sheets": "zh-Hant", "modules": "ar"]
        for entity in try Starter.loaded.get().entities {
            let languages = ["ru", entity.category.flatMap { origins[$0] }].compactMap(\.self)
            let described = [entity.document.root] + entity.properties.map(\.schema)
            for schema in described {
                let place = "\(entity.id) \(schema.pointer)"
                #expect(schema["description"]?.string?.isEmpty == false, "\(place)")
                for language in languages {
                    let translation = schema["x-i18n"]?[language]?["description"]?.string
                    #expect(translation?.isEmpty == false, "\(place) \(language)")
                }
            }
        }
    }

    @Test func `the hash of a repository does not depend on the order of files and changes with any byte`() throws {
        let documents = try Starter.loaded.get().documents
        let again = try SchemaRepository(documents: documents.reversed())
        #expect(try again.hash == Starter.loaded.get().hash)
        let known = try SchemaRepository(documents: [
            file("B.json", "{\"description\": \"\(String(repeating: "x", count: 200))\"}"),
            file("A.json", "{\"type\": \"string\"}"),
        ])
        #expect(known.hash == "99fc2d37fe2ac376e533c726c7b53f1da25beddbf7abf02e95b1d27ab4db0f0d")
        let changed = documents.map { document in
            document.path == "enums/Axis.json"
                ? RepositoryFile(path: document.path, bytes: document.bytes + [UInt8(ascii: "\n")]) : document
        }
        #expect(try SchemaRepository(documents: changed).hash != again.hash)
    }

    @Test func `all faults of the files are reported at once, each at its place`() throws {
        let error = #expect(throws: RepositoryError.self) {
            try SchemaRepository(documents: [
                file("enums/A.json", "{\"$id\": \"/enums/B\"}"), file("enums/C.json", "{\n  \"type\": }"),
                file("components/D.json", "{}"), file("components/D/schema.json", "{}"),
            ])
        }
        let found = try #require(error).diagnostics
        #expect(found.map(\.file) == ["enums/C.json", "components/D/schema.json", "enums/A.json"])
        #expect(found.last?.diagnostic.pointer.description == "/$id")
    }

    @Test func `a repository in the simpler schema format is loaded, with faults reported at their lines`() throws {
        let color = file(
            "enums/Color.json",
            #"""
            {"name": "Color", "type": "enum", "description": "Цвет", "values": ["accent", {"value": "negative", "description": "Ошибка"}]}
            """#)
        let icon = #"""
            {"name": "Icon", "type": "object", "description": "Иконка", "properties": {
              "name": {"type": "string", "required": true, "description": "Имя"},
              "color": {"type": "Color", "required": false, "description": "Цвет"},
              "sizes": {"type": "array", "items": {"type": "integer"}, "description": "Размеры"}
            }}
            """#
        let documents = [color, file("atoms/Icon.json", icon)]
        #expect(SchemaRepository.lint(documents: documents).isEmpty)
        let repository = try SchemaRepository(documents: documents)
        #expect(repository.documents.map(\.bytes).contains(Array(icon.utf8)), "kept as they are written")
        let kind = try #require(repository.kind(named: "Icon"))
        let entity = try #require(repository.entity(kind.id))
        #expect(entity.name == "Icon" && entity.description == "Иконка")
        #expect(entity.properties.filter(\.isRequired).map(\.name) == ["name"])
        #expect(entity.properties.map(\.name) == ["type", "name", "color", "sizes"])
        #expect(entity.properties.map(\.reference) == [nil, nil, "/enums/Color", nil])
        #expect(repository.entity("/enums/Color")?.values.map(\.value) == ["accent", "negative"])
        let valid = repository.check(Array(#"{"name": "card", "color": "negative", "sizes": [1]}"#.utf8), kind: kind)
        #expect(valid.diagnostics.isEmpty)
        let broken = repository.check(Array(#"{"color": "negativ", "sizes": ["1"]}"#.utf8), kind: kind)
        #expect(broken.diagnostics.map(\.pointer.description) == ["", "/color", "/sizes/0"])
        let found = SchemaRepository.lint(documents: [
            color,
            file("atoms/Icon.json", icon.replacing(#""type": "integer""#, with: #""type": "int""#)),
        ])
        #expect(found.map(\.diagnostic.pointer.description) == ["/properties/sizes/items/type"])
        #expect(found.first?.diagnostic.range?.start.line == 4)
    }

    @Test func `a missing directory is reported`() {
        #expect(throws: RepositoryError.self) { try SchemaRepository(loading: "/no/such/directory") }
    }

    private func file(_ path: String, _ text: String) -> RepositoryFile {
        RepositoryFile(path: path, bytes: Array(text.utf8))
    }
}
