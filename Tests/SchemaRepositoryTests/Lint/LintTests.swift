import Foundation
import JSONText
import SchemaRepository
import Testing

struct LintTests {
    @Test func `the starter repository has no fault`() {
        let found = SchemaRepository.lint(directory: Starter.directory)
        #expect(found.isEmpty, "\(found.map(\.description).joined(separator: "\n"))")
    }

    @Test func `what no schema holds is told of, and is a document all the same`() throws {
        func file(_ path: String, _ text: String) -> SchemaDocument {
            SchemaDocument(path: path, bytes: Array(text.utf8))
        }
        func component(_ name: String) -> SchemaDocument {
            let text = #"""
                {"x-kind": "component", "description": "A part.", "type": "object", "properties": {
                  "type": {"const": "\#(name)", "description": "Names it."}}, "additionalProperties": false}
                """#
            return file("\(name).json", text)
        }
        let union = #"{"x-discriminator": "type", "oneOf": [{"$ref": "/Held"}], "description": "Any."}"#
        let documents = [file("Element.json", union), component("Held"), component("Loose")]
        let found = SchemaRepository.lint(documents: documents)
        #expect(found.map(\.file) == ["Loose.json"])
        #expect(found.map(\.diagnostic.severity) == [.warning])
        #expect(found.first?.diagnostic.code == "repository.membership")
        #expect(found.first?.diagnostic.range?.start.line == 1)
        let repository = try SchemaRepository(documents: documents)
        #expect(repository.check(Array(#"{"type": "Loose"}"#.utf8), kind: nil).diagnostics.isEmpty)
        #expect(repository.check(Array(#"{"type": "Loos"}"#.utf8), kind: nil).kind == nil)
    }

    @Test(arguments: [
        Fault(
            "a reference to nothing", #""properties": {"a": {"$ref": "/B", "description": "A."}}"#,
            "/properties/a/$ref", "schema.$ref"),
        Fault(
            "a pattern that does not compile", #""properties": {"a": {"pattern": "[", "description": "A."}}"#,
            "/properties/a/pattern", "schema.pattern"),
        Fault("a keyword of the wrong type", #""required": "a""#, "/required", "schema.type"),
        Fault("an endless reference", ##""allOf": [{"$ref": "#"}]"##, "/allOf/0/$ref", "schema.$ref"),
        Fault(
            "a property without description", #""properties": {"a": {"type": "string"}}"#, "/properties/a",
            "repository.description"),
        Fault("a version that is none", #""x-since": {"ios": "v5"}"#, "/x-since/ios", "repository.version"),
        Fault("a version that is a number", #""x-since": {"ios": 5}"#, "/x-since/ios", "repository.version"),
        Fault("versions that are no map", #""x-since": "5""#, "/x-since", "repository.x-since"),
        Fault(
            "a deprecation with a version that is none", #""x-deprecated": {"ios": {"since": "later"}}"#,
            "/x-deprecated/ios/since", "repository.version"),
        Fault(
            "a removal before the beginning", #""x-since": {"ios": "5"}, "x-removed": {"ios": "4"}"#, "/x-removed/ios",
            "repository.x-removed"),
        Fault(
            "a property older than its component",
            #""x-since": {"ios": "5"}, "properties": {"a": {"x-since": {"ios": "4"}, "description": "A."}}"#,
            "/properties/a/x-since/ios", "repository.x-since"),
        Fault(
            "a value older than its enum",
            #""x-since": {"ios": "5"}, "enum": ["a"], "x-enum": {"a": {"x-since": {"ios": "4"}}}"#,
            "/x-enum/a/x-since/ios", "repository.x-since"),
        Fault(
            "an annotation of no value", #""enum": ["round"], "x-enum": {"rund": {}}"#, "/x-enum/rund",
            "repository.x-enum"),
        Fault(
            "a stand-in that is no value", #""enum": ["a"], "x-enum": {"a": {"unknownAs": "b"}}"#,
            "/x-enum/a/unknownAs", "repository.unknownAs"),
        Fault(
            "a union nobody can tell apart", #""oneOf": [{"type": "object"}, {"type": "object"}]"#, "/oneOf",
            "repository.oneOf"),
        Fault(
            "a stand-in for itself", #""enum": ["a"], "x-enum": {"a": {"unknownAs": "a"}}"#, "/x-enum/a/unknownAs",
            "repository.unknownAs"),
        Fault(
            "a branch without constant",
            #""x-discriminator": "t", "oneOf": [{"properties": {"t": {"const": 1}}}, {"type": "object"}]"#, "/oneOf/1",
            "repository.x-discriminator"),
        Fault(
            "two branches of one constant",
            ##""x-discriminator": "t", "oneOf": [{"$ref": "#/$defs/b"}, {"properties": {"t": {"const": 1}}}], "##
                + ##""$defs": {"b": {"properties": {"t": {"const": 1, "description": "T."}}}}"##,
            "/oneOf/1", "repository.x-discriminator"),
        Fault(
            "a discriminator without union", #""x-discriminator": "t""#, "/x-discriminator",
            "repository.x-discriminator"),
        Fault(
            "a replacement that there is not",
            #""properties": {"old": {"description": "O.", "x-deprecated": {"ios": {"since": "2", "use": "nwe"}}}, "#
                + #""new": {"description": "N."}}"#,
            "/properties/old/x-deprecated/ios/use", "repository.use"),
        Fault(
            "a deprecation that is a version", #""x-deprecated": {"ios": "2"}"#, "/x-deprecated",
            "repository.x-deprecated"),
        Fault(
            "a reason that is no text", #""x-unsupported": {"web": true}"#, "/x-unsupported", "repository.x-unsupported"
        ),
        Fault("a word for yes", #""x-fallback": "yes""#, "/x-fallback", "repository.x-fallback"),
        Fault(
            "an unknown way with unknown items", #""x-unknown-items": "skip""#, "/x-unknown-items",
            "repository.x-unknown-items"),
        Fault("a layout that there is not", #""x-layout": "grid""#, "/x-layout", "repository.x-layout"),
        Fault("an owner alone", #""x-owners": "ios:team""#, "/x-owners", "repository.x-owners"),
        Fault("a translation without language", #""x-i18n": {"title": "А"}"#, "/x-i18n", "repository.x-i18n"),
        Fault("a misspelt annotation", #""x-sinse": {"ios": "1"}"#, "/x-sinse", "repository.keyword"),
        Fault(
            "a required property that may be left out",
            #""properties": {"a": {"description": "A.", "x-ignorable": true}}, "required": ["a"]"#,
            "/properties/a/x-ignorable", "repository.x-ignorable"),
        Fault(
            "a test value that does not fit",
            #""properties": {"a": {"type": "string", "description": "A.", "x-test": 1}}"#,
            "/properties/a/x-test", "schema.type"),
        Fault(
            "a default that does not fit",
            #""properties": {"a": {"enum": ["b"], "description": "A.", "default": "c"}}"#,
            "/properties/a/default", "schema.enum"),
        Fault(
            "an example of a property that does not fit",
            #""properties": {"a": {"type": "string", "description": "A.", "examples": ["b", {"c": 1}]}}"#,
            "/properties/a/examples/1", "schema.type"),
        Fault("a kind that is none", #""x-kind": "komponent""#, "/x-kind", "repository.x-kind"),
        Fault("a name that is no identifier", #""x-name": "My View""#, "/x-name", "repository.x-name"),
        Fault("an example that is not valid", #""type": "string", "examples": ["a", 5]"#, "/examples/1", "schema.type"),
        Fault("an identifier that is not the path", #""$id": "/B""#, "/$id", "repository.identifier"),
    ])
    func `a fault is told with its file and place`(_ fault: Fault) throws {
        let found = SchemaRepository.lint(documents: [
            SchemaDocument(path: "A.json", bytes: Array("{\"description\": \"A thing.\", \(fault.members)}".utf8))
        ])
        #expect(found.map(\.diagnostic.pointer.description) == [fault.pointer], "\(found)")
        #expect(found.first?.file == "A.json")
        #expect(found.first?.diagnostic.code == fault.code, "\(found)")
        #expect(found.first?.diagnostic.range?.start.line == 1)
    }

    @Test(arguments: [
        #""oneOf": [{"type": "string"}, {"type": ["object", "null"]}]"#, #""oneOf": [{"const": "a"}, {"const": "b"}]"#,
        #""oneOf": [{"required": ["a"]}, {"required": ["b"]}]"#,
        #""if": {"properties": {"a": {"const": 1}}}, "then": {"properties": {"b": false}}"#,
        #""x-since": {}, "x-removed": {"ios": "4"}"#,
        #""properties": {"a": {"description": "A.", "x-deprecated": {"ios": {"since": "2", "use": "A"}}, "x-test": 1}}"#,
        #""x-company": {"anything": true}, "x-test": {"a": 1}, "x-unknown-items": "drop", "x-order": 3"#,
        ##""x-discriminator": "t", "oneOf": [{"$ref": "#/$defs/b"}, {"properties": {"t": {"const": 2}}}], "##
            + ##""$defs": {"b": {"allOf": [{"properties": {"t": {"const": 1, "description": "T."}}}]}}"##,
    ])
    func `what the dialect allows is no fault`(_ members: String) {
        let found = SchemaRepository.lint(documents: [
            SchemaDocument(path: "A.json", bytes: Array("{\"description\": \"A thing.\", \(members)}".utf8))
        ])
        #expect(found.isEmpty, "\(found)")
    }

    @Test func `problems of several files are told at once, in the order of files and lines`() {
        let found = SchemaRepository.lint(documents: [
            file("b/B/schema.json", "{\n\"description\": \"B.\", \"type\": \"strng\"}"),
            file("b/B/examples/one.json", "1"),
            file("a/A.json", "{\"x-name\": \"N\",\n\"properties\": {\n\"p\": {}}}"),
            file("a/C.json", "{\"x-name\": \"N\", \"description\": \"C.\"}"),
        ])
        #expect(
            found.map { "\($0.file):\($0.diagnostic.range?.start.line ?? 0) \($0.diagnostic.code)" } == [
                "a/A.json:1 repository.description", "a/A.json:3 repository.description",
                "a/C.json:1 repository.x-name",
                "b/B/schema.json:2 schema.enum",
            ], "\(found)")
    }

    @Test func `an example in a file of its own is told in that file`() {
        let found = SchemaRepository.lint(documents: [
            file("b/B/schema.json", "{\"description\": \"B.\", \"type\": \"string\"}"),
            file("b/B/examples/one.json", "\n1"), file("b/B/examples/two.json", "\"fine\""),
        ])
        #expect(found.count == 1)
        #expect(found.first?.description.hasPrefix("b/B/examples/one.json:2:1: : ") == true, "\(found)")
        #expect(found.first?.description.hasSuffix(" [type]") == true, "\(found)")
    }

    @Test func `a counter-example must give the diagnostic that stands beside it`() {
        let found = SchemaRepository.lint(documents: [
            file("b/B/schema.json", "{\"description\": \"B.\", \"type\": \"string\"}"),
            file("b/B/counter-examples/alone.json", "1"),
            file("b/B/counter-examples/fine.json", "\"fine\""),
            file("b/B/counter-examples/fine.expected.json", "{\"pointer\": \"\", \"code\": \"schema.type\"}"),
            file("b/B/counter-examples/gone.expected.json", "{\"pointer\": \"\", \"code\": \"schema.type\"}"),
            file("b/B/counter-examples/number.json", "1"),
            file("b/B/counter-examples/number.expected.json", "{\"pointer\": \"\", \"code\": \"schema.type\"}"),
            file("b/B/counter-examples/text.json", "{"),
            file("b/B/counter-examples/text.expected.json", "{\"pointer\": \"\", \"code\": \"schema.type\"}"),
        ])
        #expect(
            found.map(\.file) == [
                "b/B/counter-examples/alone.json", "b/B/counter-examples/fine.json",
                "b/B/counter-examples/gone.expected.json", "b/B/counter-examples/text.json",
            ], "\(found)")
        #expect(found.dropFirst().first?.diagnostic.message == "It must give `schema.type` at ``, and gives nothing.")
    }

    @Test(arguments: [
        "/screens/Screen", "/forms/Form", "/questionnaires/Questionnaire", "/option-sheets/OptionSheet",
        "/modules/ModuleFlow", "/modules/Module", "/modules/TabContainer", "/layouts/ConstraintWrapper",
    ])
    func `every kind of document shows what it refuses`(_ id: String) throws {
        let entity = try #require(try Starter.loaded.get().entity(id))
        #expect(!entity.counterExamples.isEmpty)
        #expect(entity.counterExamples.allSatisfy { $0.expectation != nil })
        #expect(Set(entity.examples.map(\.name)).isDisjoint(with: entity.counterExamples.map(\.name)))
    }

    struct Fault: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let members: String
        let pointer: String
        let code: String

        init(_ name: String, _ members: String, _ pointer: String, _ code: String) {
            testDescription = name
            self.members = members
            self.pointer = pointer
            self.code = code
        }
    }

    private func file(_ path: String, _ text: String) -> SchemaDocument {
        SchemaDocument(path: path, bytes: Array(text.utf8))
    }
}
