import DocumentKinds
import JSONText
import TestSupport
import Testing

@testable import SchemaRepository

@Suite("Capability files of builds") struct CapabilityTests {
    private let starter: SchemaRepository

    init() throws { starter = try Starter.loaded.get() }

    @Test func `a template for a version lists what the schemas claim for it, and is a valid capability file`() throws {
        let text = starter.capabilityTemplate(platform: "ios", version: try ClientVersion("5.9"))
        let reading = read(String(decoding: text, as: UTF8.self))
        #expect(reading.diagnostics.isEmpty)
        let client = try #require(reading.capabilities)
        #expect(client.entities["/enums/ButtonSize"]?.values == ["": ["s", "m", "l"]])
        #expect(client.entities["/components/ButtonView"]?.properties.contains("icon") == true)
        #expect(starter.disagreements(with: client) == [])
        let older = read(
            String(
                decoding: starter.capabilityTemplate(platform: "ios", version: try ClientVersion("2")), as: UTF8.self))
        #expect(older.capabilities?.entities["/components/ButtonView"]?.properties.contains("icon") == false)
    }

    @Test func `a template without a version lists everything and needs a version`() throws {
        let text = String(decoding: starter.capabilityTemplate(platform: "ios"), as: UTF8.self)
        #expect(read(text).diagnostics.map(\.code) == ["client.version"])
        let given = CapabilityFile.Given(version: "9.0", build: "77")
        let client = try #require(read(text, given).capabilities)
        #expect(client.label == "9.0 (build 77)")
        #expect(client.entities["/enums/ButtonSize"]?.values[""]?.contains("xxl") == true)
    }

    @Test func `a build that lists everything decodes every example`() throws {
        let text = String(decoding: starter.capabilityTemplate(platform: "ios"), as: UTF8.self)
        let client = try #require(read(text, CapabilityFile.Given(version: "99")).capabilities)
        for entity in starter.entities where entity.kind != "enum" {
            for example in entity.examples {
                let uses = try #require(
                    starter.capabilityUses(
                        of: JSONDocument(parsing: example.value.rawBytes), kind: DocumentKind(entity)))
                #expect(uses.lacks(of: client).map(\.name.words) == [], "\(entity.id) \(example.name)")
            }
        }
    }

    @Test func `stored capabilities are read unchanged`() throws {
        let text = starter.capabilityTemplate(platform: "ios", version: try ClientVersion("6"))
        let client = try #require(read(String(decoding: text, as: UTF8.self)).capabilities)
        #expect(try ClientCapabilities.entities(stored: client.stored) == client.entities)
    }

    @Test func `properties and values that a document uses and a build lacks are listed with pointers`() throws {
        let button = #"{"type":"ButtonView","title":{"value":"x"},"size":"xxl","icon":{"name":"add"}}"#
        let client = try #require(
            read(
                #"""
                {"platform":"ios","version":"6.2.0","entities":{
                  "/components/ButtonView":{"properties":["type","title","size"]},
                  "/elements/Base":{}, "/atoms/Text":{"properties":["*"]},
                  "/enums/ButtonSize":{"values":["s","m","l"]}}}
                """#
            ).capabilities)
        #expect(
            try lacks(button, "/components/ButtonView", client) == [
                "/size the value `xxl` of `/enums/ButtonSize`",
                "/icon the property `icon` of `/components/ButtonView`", "/icon `/atoms/Icon`",
            ])
    }

    @Test func `a build that decodes an element need not decode its fallback, and one anyOf branch is enough`() throws {
        let mini = try Self.repository(
            #"""
            "x-fallback": true, "properties": {
              "fallback": {"type": "object", "properties": {"old": true}},
              "any": {"anyOf": [
                {"properties": {"dear": {"type": "string"}, "both": true}},
                {"properties": {"both": true}}]}}
            """#)
        let client = try #require(
            read(
                #"{"platform":"ios","version":"1","entities":{"/Thing":{"properties":["any","any/both"]}}}"#, by: mini
            ).capabilities)
        let document = #"{"fallback":{"old":1},"any":{"both":1}}"#
        #expect(try lacks(document, "/Thing", client, in: mini) == [])
        #expect(try lacks(#"{"any":{"both":1,"dear":"x"}}"#, "/Thing", client, in: mini) == [])
    }

    @Test func `properties of nested objects, items, definitions and additional properties have paths`() throws {
        let mini = try Self.repository(
            #"""
            "$defs": {"Corner": {"properties": {"x": {"type": "number"}}}},
            "properties": {
              "a/b": {"properties": {"c": {"enum": ["one", "two"]}}},
              "list": {"items": {"properties": {"item": true}}},
              "map": {"additionalProperties": {"properties": {"deep": true}}},
              "corner": {"$ref": "#/$defs/Corner"}}
            """#)
        let text = String(decoding: mini.capabilityTemplate(platform: "ios"), as: UTF8.self)
        let client = try #require(read(text, CapabilityFile.Given(version: "1"), by: mini).capabilities)
        #expect(
            client.entities["/Thing"]?.properties.sorted() == [
                "$defs/Corner/x", "a~1b", "a~1b/c", "corner", "list", "list/item", "map", "map/*/deep",
            ])
        #expect(client.entities["/Thing"]?.values == ["a~1b/c": ["one", "two"]])
        let document = #"{"a/b":{"c":"two"},"list":[{"item":1}],"map":{"q":{"deep":1}},"corner":{"x":1}}"#
        #expect(try lacks(document, "/Thing", client, in: mini) == [])
        let empty = try #require(
            read(#"{"platform":"ios","version":"1","entities":{"/Thing":{}}}"#, by: mini).capabilities)
        #expect(
            try lacks(document, "/Thing", empty, in: mini).map { $0.prefix { $0 != " " } } == [
                "/a~1b", "/a~1b/c", "/a~1b/c", "/list", "/list/0/item", "/map", "/map/q/deep", "/corner", "/corner/x",
            ])
    }

    @Test func `schemas with absolute identifiers are compared by their paths, even if two share an identifier`() throws
    {
        func card(_ property: String) -> String {
            #"""
            {"$id": "https://cards.example/card", "properties": {
              "\#(property)": {"enum": ["a", "b"]}, "size": {"$ref": "https://cards.example/size"}}}
            """#
        }
        let texts = [
            "1.0/card.json": card("one"), "2.0/card.json": card("two"),
            "size.json": #"{"$id": "https://cards.example/size", "enum": ["s", "l"]}"#,
        ]
        let cards = try SchemaRepository(
            documents: texts.map { RepositoryFile(path: $0.key, bytes: Array($0.value.utf8)) })
        let client = try #require(
            read(
                #"""
                {"platform":"ios","version":"1","entities":{
                  "/1.0/card":{"properties":["one"],"values":{"one":["a"]}}}}
                """#, by: cards
            ).capabilities)
        #expect(try lacks(#"{"one":"a"}"#, "/1.0/card", client, in: cards) == [])
        #expect(
            try lacks(#"{"one":"b","size":"l"}"#, "/1.0/card", client, in: cards) == [
                "/one the value `b` of `one` in `/1.0/card`", "/size the property `size` of `/1.0/card`",
                "/size `/size`",
            ])
        #expect(try lacks(#"{"two":"a"}"#, "/2.0/card", client, in: cards) == [" `/2.0/card`"])
    }

    @Test func `an entity that the build does not list is lacking even if the document uses only its definitions`()
        throws
    {
        let texts = [
            "Thing.json": ##"""
            {"properties": {"size": {"$ref": "/Common#/$defs/Size"}, "corner": {"$ref": "/Common#/$defs/Corner"}}}
            """##,
            "Common.json":
                #"{"$defs": {"Size": {"enum": ["s", "l"]}, "Corner": {"properties": {"x": {"type": "number"}}}}}"#,
        ]
        let things = try SchemaRepository(
            documents: texts.map { RepositoryFile(path: $0.key, bytes: Array($0.value.utf8)) })
        let document = #"{"size":"l","corner":{"x":1}}"#
        let thing = #""/Thing":{"properties":["size","corner"]}"#
        let client = try #require(
            read(#"{"platform":"ios","version":"1","entities":{\#(thing)}}"#, by: things).capabilities)
        #expect(try lacks(document, "/Thing", client, in: things) == ["/size `/Common`"])
        let common = #""/Common":{"properties":["$defs/Corner/x"],"values":{"$defs/Size":["s"]}}"#
        let other = try #require(
            read(#"{"platform":"ios","version":"1","entities":{\#(thing),\#(common)}}"#, by: things).capabilities)
        #expect(
            try lacks(document, "/Thing", other, in: things) == [
                "/size the value `l` of `$defs/Size` in `/Common`"
            ])
    }

    @Test func `disagreements list what the build lacks and what only the build has, entities before properties`()
        throws
    {
        let button = #"""
            {"platform":"ios","version":"5.0","entities":{
              "/components/ButtonView":{"properties":["type","title","size"]},
              "/enums/ButtonSize":{"values":["s","m","xxl"]}}}
            """#
        let client = try #require(read(button).capabilities)
        let all = starter.disagreements(with: client)
        let about = all.filter {
            ["/components/ButtonView", "/enums/ButtonSize", "/atoms/Icon"].contains($0.name.entity)
        }
        #expect(
            about.map { "\($0.severity) \($0.name.words): \($0.schema), \($0.build)" } == [
                "error `/atoms/Icon`: since 1.0, unknown",
                "error the property `icon` of `/components/ButtonView`: since 3.4, unknown",
                "error the property `backgroundColor` of `/components/ButtonView`: since 1.0, unknown",
                "error the value `l` of `/enums/ButtonSize`: since 1.0, unknown",
                "note the value `xxl` of `/enums/ButtonSize`: since 6.0, known",
            ])
    }

    @Test func `every fault of a capability file is reported at its line, with a suggestion`() throws {
        let text = #"""
            {"platform": "iso", "version": "v6", "schemaRelease": "sha256:12", "entites": {},
             "entities": {
               "/components/ButonView": {},
               "ButtonView": {},
               "/components/ButtonView": {"properties": ["titel", "icon/name", "tag", "size", "size", 7], "value": []},
               "/enums/ButtonSize": {"values": ["xl", "s", "s"]},
               "/atoms/Text": {"values": ["a"]},
               "/atoms/Icon": []
             }}
            """#
        #expect(
            read(text).diagnostics.map { "\($0.range?.start.line ?? 0) \($0.code) \($0.message)" } == [
                "1 client.platform There is no platform `iso`; did you mean `ios`?",
                "1 client.version “v6” is not a number; write a version as 5, 5.2 or 5.2.1, without “v” or spaces.",
                "1 client.schemaRelease `schemaRelease` must be `sha256:` and the 64 lower-case hexadecimal digits of a "
                    + "schema release; leave it out if unknown",
                "1 client.unknownMember `entites` is not a member of a capability file; did you mean `entities`?",
                "3 client.unknownEntity There is no entity `/components/ButonView`; did you mean `/components/ButtonView`?",
                "4 client.unknownEntity There is no entity `ButtonView`; did you mean `/components/ButtonView`?",
                "5 client.unknownProperty `/components/ButtonView` has no property `titel`; did you mean `title`?",
                "5 client.unknownProperty `/components/ButtonView` has no property `icon/name`: `icon` is a "
                    + "`/atoms/Icon`; list `name` under `/atoms/Icon`",
                "5 client.unknownProperty `/components/ButtonView` has no property `tag` of its own; list it under "
                    + "`/elements/Base`",
                "5 client.duplicate `size` is listed more than once",
                "5 client.type `properties` of `/components/ButtonView` must be a list of strings",
                "5 client.unknownMember `value` is not a member of an entity; did you mean `values`?",
                "6 client.unknownValue `/enums/ButtonSize` has no value `xl`; did you mean `l`?",
                "6 client.duplicate `s` is listed more than once",
                "7 client.unknownValue `/atoms/Text` has no enum values of its own",
                "8 client.type `/atoms/Icon` must be an object with `properties` or `values`",
            ])
    }

    @Test(arguments: [
        ("", "json."), ("[]", "client.type"), ("null", "client.type"), ("{}", "client."),
        (#"{"platform":7}"#, "client."),
        (#"{"platform":"ios","version":"1","entities":{"/enums/Color":{"values":7}}}"#, "client.type"),
        (#"{"platform":"ios","version":"1","entities":{"/enums/Color":{},"/enums/Color":{}}}"#, "json."),
        (#"{"platform":"ios","version":"1.2.3.4.5","entities":{}}"#, "client.version"),
        (#"{"platform":"ios","version":"1","build":"a\u0000b","entities":{}}"#, "client.build"),
        (CaseText(String(repeating: "[", count: 5_000)), "json."),
    ]) func `a text that is not a capability file is refused`(file: CaseText, code: String) {
        let reading = read(file.text)
        #expect(reading.capabilities == nil)
        #expect(reading.diagnostics.first?.code.hasPrefix(code) == true, "\(reading.diagnostics)")
    }

    @Test func `a huge file is refused, and the number of listed faults is limited`() {
        let entities = (0..<100_000).map { "\"/components/X\($0)\":{}" }.joined(separator: ",")
        let many = read(#"{"platform":"ios","version":"1","entities":{\#(entities)}}"#)
        #expect(many.diagnostics.count == CapabilityFindings.maximum + 1)
        #expect(many.diagnostics.last?.message == "99500 more errors are not listed")
        let paths = (0..<100_000).map { "\"x\($0)\":[]" }.joined(separator: ",")
        let values = read(#"{"platform":"ios","version":"1","entities":{"/enums/ButtonSize":{"values":{\#(paths)}}}}"#)
        #expect(values.diagnostics.count == CapabilityFindings.maximum + 1)
        #expect(values.diagnostics.last?.message == "99500 more errors are not listed")
        let oneMore = (0...CapabilityFindings.maximum).map { "\"/components/X\($0)\":{}" }.joined(separator: ",")
        #expect(
            read(#"{"platform":"ios","version":"1","entities":{\#(oneMore)}}"#).diagnostics.last?.message
                == "1 more error is not listed")
        let huge = read("\"" + String(repeating: "x", count: 10 << 20) + "\"")
        #expect(huge.diagnostics.first?.code.hasPrefix("json.") == true)
    }

    @Test func `an enum listed without values is a warning`() throws {
        let reading = read(#"{"platform":"ios","version":"1","entities":{"/enums/ButtonSize":{}}}"#)
        #expect(reading.diagnostics.map(\.code) == ["client.noValues"])
        #expect(reading.diagnostics.first?.severity == .warning)
        #expect(reading.capabilities?.entities["/enums/ButtonSize"]?.values == [:])
    }

    private func read(
        _ text: String, _ given: CapabilityFile.Given = CapabilityFile.Given(), by repository: SchemaRepository? = nil
    ) -> CapabilityFile.Reading {
        CapabilityFile(Array(text.utf8)).reading(
            by: repository ?? starter, platforms: ["ios", "android", "web"], given: given)
    }

    private func lacks(
        _ text: String, _ id: String, _ client: ClientCapabilities, in repository: SchemaRepository? = nil
    ) throws -> [String] {
        let repository = repository ?? starter
        let kind = DocumentKind(try #require(repository.entity(id)))
        let uses = try #require(repository.capabilityUses(of: JSONDocument(parsing: text), kind: kind))
        return uses.lacks(of: client).map { "\($0.pointer) \($0.name.words)" }
    }

    private static func repository(_ body: String) throws -> SchemaRepository {
        let text = #"{"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "/Thing", \#(body)}"#
        return try SchemaRepository(documents: [RepositoryFile(path: "Thing.json", bytes: Array(text.utf8))])
    }
}
