import DocumentKinds
import Foundation
import JSONText
import SchemaRepository
import Testing

struct LintTests {
    @Test func `the starter repository has no fault`() {
        let found = SchemaRepository.lint(directory: Starter.directory)
        #expect(found.isEmpty, "\(found.map(\.description).joined(separator: "\n"))")
    }

    @Test func `a component that no union names is a warning, and can still be a document`() throws {
        func file(_ path: String, _ text: String) -> RepositoryFile {
            RepositoryFile(path: path, bytes: Array(text.utf8))
        }
        func component(_ name: String) -> RepositoryFile {
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
        Fault("an invalid version", #""x-since": {"ios": "v5"}"#, "/x-since/ios", "repository.version"),
        Fault("a version that is a number", #""x-since": {"ios": 5}"#, "/x-since/ios", "repository.version"),
        Fault("versions that are not an object", #""x-since": "5""#, "/x-since", "repository.x-since"),
        Fault(
            "a deprecation with an invalid version", #""x-deprecated": {"ios": {"since": "later"}}"#,
            "/x-deprecated/ios/since", "repository.version"),
        Fault(
            "a removal before the first version", #""x-since": {"ios": "5"}, "x-removed": {"ios": "4"}"#,
            "/x-removed/ios",
            "repository.x-removed"),
        Fault(
            "a planned version", #""x-since": {"ios": "7.0"}, "x-planned": ["ios"]"#, "/x-planned/0",
            "repository.x-planned"),
        Fault("a planned platform without a version", #""x-planned": ["ios"]"#, "/x-planned/0", "repository.x-planned"),
        Fault("planned platforms that are not an array", #""x-planned": true"#, "/x-planned", "repository.x-planned"),
        Fault(
            "a planned value without a version", #""enum": ["a"], "x-enum": {"a": {"x-planned": ["ios"]}}"#,
            "/x-enum/a/x-planned/0", "repository.x-planned"),
        Fault(
            "a property older than its component",
            #""x-since": {"ios": "5"}, "properties": {"a": {"x-since": {"ios": "4"}, "description": "A."}}"#,
            "/properties/a/x-since/ios", "repository.x-since"),
        Fault(
            "a value older than its enum",
            #""x-since": {"ios": "5"}, "enum": ["a"], "x-enum": {"a": {"x-since": {"ios": "4"}}}"#,
            "/x-enum/a/x-since/ios", "repository.x-since"),
        Fault(
            "an annotation of an unknown enum value", #""enum": ["round"], "x-enum": {"rund": {}}"#, "/x-enum/rund",
            "repository.x-enum"),
        Fault(
            "a replacement value that does not exist", #""enum": ["a"], "x-enum": {"a": {"unknownAs": "b"}}"#,
            "/x-enum/a/unknownAs", "repository.unknownAs"),
        Fault(
            "a union whose branches cannot be distinguished", #""oneOf": [{"type": "object"}, {"type": "object"}]"#,
            "/oneOf",
            "repository.oneOf"),
        Fault(
            "a value that replaces itself", #""enum": ["a"], "x-enum": {"a": {"unknownAs": "a"}}"#,
            "/x-enum/a/unknownAs",
            "repository.unknownAs"),
        Fault(
            "a branch without a constant for the discriminator",
            #""x-discriminator": "t", "oneOf": [{"properties": {"t": {"const": 1}}}, {"type": "object"}]"#, "/oneOf/1",
            "repository.x-discriminator"),
        Fault(
            "two branches with the same constant",
            ##""x-discriminator": "t", "oneOf": [{"$ref": "#/$defs/b"}, {"properties": {"t": {"const": 1}}}], "##
                + ##""$defs": {"b": {"properties": {"t": {"const": 1, "description": "T."}}}}"##,
            "/oneOf/1", "repository.x-discriminator"),
        Fault(
            "a discriminator without a union", #""x-discriminator": "t""#, "/x-discriminator",
            "repository.x-discriminator"),
        Fault(
            "a replacement property that does not exist",
            #""properties": {"old": {"description": "O.", "x-deprecated": {"ios": {"since": "2", "use": "nwe"}}}, "#
                + #""new": {"description": "N."}}"#,
            "/properties/old/x-deprecated/ios/use", "repository.use"),
        Fault(
            "a deprecation that is a string", #""x-deprecated": {"ios": "2"}"#, "/x-deprecated",
            "repository.x-deprecated"),
        Fault(
            "a reason that is not a string", #""x-unsupported": {"web": true}"#, "/x-unsupported",
            "repository.x-unsupported"
        ),
        Fault("a string instead of a boolean", #""x-fallback": "yes""#, "/x-fallback", "repository.x-fallback"),
        Fault(
            "an unknown value of x-unknown-items", #""x-unknown-items": "skip""#, "/x-unknown-items",
            "repository.x-unknown-items"),
        Fault("an unknown layout", #""x-layout": "grid""#, "/x-layout", "repository.x-layout"),
        Fault("owners that are not an array", #""x-owners": "ios:team""#, "/x-owners", "repository.x-owners"),
        Fault("a translation without a language", #""x-i18n": {"title": "А"}"#, "/x-i18n", "repository.x-i18n"),
        Fault("a misspelt annotation", #""x-sinse": {"ios": "1"}"#, "/x-sinse", "repository.keyword"),
        Fault(
            "an ignorable property that is required",
            #""properties": {"a": {"description": "A.", "x-ignorable": true}}, "required": ["a"]"#,
            "/properties/a/x-ignorable", "repository.x-ignorable"),
        Fault(
            "an invalid test value",
            #""properties": {"a": {"type": "string", "description": "A.", "x-test": 1}}"#,
            "/properties/a/x-test", "schema.type"),
        Fault(
            "an invalid default",
            #""properties": {"a": {"enum": ["b"], "description": "A.", "default": "c"}}"#,
            "/properties/a/default", "schema.enum"),
        Fault(
            "an invalid example of a property",
            #""properties": {"a": {"type": "string", "description": "A.", "examples": ["b", {"c": 1}]}}"#,
            "/properties/a/examples/1", "schema.type"),
        Fault(
            "a misspelt platform", #""x-since": {"ios": "1", "andriod": "1"}"#, "/x-since/andriod",
            "repository.platform"),
        Fault("a platform in capitals", #""x-removed": {"iOS": "9"}"#, "/x-removed/iOS", "repository.platform"),
        Fault(
            "an unknown platform that is used twice",
            #""x-unsupported": {"symbian": "gone"}, "properties": {"a": {"description": "A.", "x-since": {"symbian": "1"}}}"#,
            "/x-unsupported/symbian", "repository.platform"),
        Fault(
            "a misspelt platform of a value", #""enum": ["a"], "x-enum": {"a": {"x-since": {"wbe": "1"}}}"#,
            "/x-enum/a/x-since/wbe", "repository.platform"),
        Fault(
            "a deprecation without a version", #""x-deprecated": {"ios": {"message": "Old."}}"#, "/x-deprecated/ios",
            "repository.x-deprecated"),
        Fault(
            "a deprecation with a misspelt member", #""x-deprecated": {"ios": {"since": "2", "uze": "a"}}"#,
            "/x-deprecated/ios/uze", "repository.x-deprecated"),
        Fault(
            "a deprecation before the first version",
            #""x-since": {"ios": "5"}, "x-deprecated": {"ios": {"since": "4"}}"#,
            "/x-deprecated/ios/since", "repository.x-deprecated"),
        Fault(
            "a replacement value that exists only since the same version",
            #""enum": ["a", "b"], "x-enum": {"a": {"x-since": {"ios": "5"}, "unknownAs": "b"}, "b": {"x-since": {"ios": "5"}}}"#,
            "/x-enum/a/unknownAs", "repository.unknownAs"),
        Fault(
            "a misspelt annotation of a value", #""enum": ["a"], "x-enum": {"a": {"unknownas": "a"}}"#,
            "/x-enum/a/unknownas", "repository.keyword"),
        Fault(
            "a title of a value that is not a string", #""enum": ["a"], "x-enum": {"a": {"title": 1}}"#,
            "/x-enum/a/title",
            "repository.x-enum"),
        Fault(
            "a misspelt member of a translation", #""x-i18n": {"ru": {"descripton": "А"}}"#, "/x-i18n/ru/descripton",
            "repository.x-i18n"),
        Fault("an invalid language tag", #""x-i18n": {"in Russian": {}}"#, "/x-i18n/in Russian", "repository.x-i18n"),
        Fault("a misspelt keyword", #""requird": ["a"]"#, "/requird", "repository.keyword"),
        Fault(
            "a misspelt required property",
            #""properties": {"title": {"description": "A."}}, "required": ["titel"]"#, "/required/0",
            "repository.required"),
        Fault(
            "a property with a blank description", #""properties": {"a": {"description": " "}}"#, "/properties/a",
            "repository.description"),
        Fault("an ignorable entity", #""x-ignorable": true"#, "/x-ignorable", "repository.x-ignorable"),
        Fault(
            "x-unknown-items of a schema that is not an array", #""type": "object", "x-unknown-items": "drop""#,
            "/x-unknown-items",
            "repository.x-unknown-items"),
        Fault(
            "x-layout of a component", #""x-kind": "component", "x-layout": "constraints""#, "/x-layout",
            "repository.x-layout"),
        Fault(
            "another draft", #""$schema": "http://json-schema.org/draft-07/schema#", "x-category": "c""#, "/$schema",
            "repository.$schema"),
        Fault(
            "an invalid value in x-examples",
            #""type": "string", "x-examples": ["a", 1]"#, "/x-examples/1", "schema.type"),
        Fault("an unknown entity kind", #""x-kind": "komponent""#, "/x-kind", "repository.x-kind"),
        Fault("a name that is not an identifier", #""x-name": "My View""#, "/x-name", "repository.x-name"),
        Fault("an invalid value in examples", #""type": "string", "examples": ["a", 5]"#, "/examples/1", "schema.type"),
        Fault("an $id that differs from the path", #""$id": "/B""#, "/$id", "repository.identifier"),
    ])
    func `a fault is reported with its file and place`(_ fault: Fault) throws {
        let found = SchemaRepository.lint(documents: [
            RepositoryFile(path: "A.json", bytes: Array("{\"description\": \"A thing.\", \(fault.members)}".utf8))
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
        #""x-since": {"ios": "5"}, "$defs": {"b": {"x-since": {"ios": "3"}, "type": "string"}}"#,
        #""x-since": {"ios": "5"}, "definitions": {"b": {"x-since": {"ios": "3"}, "type": "string"}}"#,
        #""properties": {"a": {"description": "A.", "x-deprecated": {"ios": {"since": "2", "use": "A"}}, "x-test": 1}}"#,
        #""enum": ["a", "b"], "x-enum": {"a": {"x-since": {"ios": "5"}, "unknownAs": "b"}, "b": {"x-since": {"ios": "4"}}}"#,
        #""properties": {"platforms": {"description": "A."}}, "required": ["other"], "platforms": ["ios"], "alpha": 1"#,
        #""x-i18n": {"zh-Hant": {"title": "T"}, "fa": {"description": "D"}}"#,
        #""x-company": {"anything": true}, "x-test": {"a": 1}, "x-unknown-items": "drop", "x-order": 3"#,
        ##""x-discriminator": "t", "oneOf": [{"$ref": "#/$defs/b"}, {"properties": {"t": {"const": 2}}}], "##
            + ##""$defs": {"b": {"allOf": [{"properties": {"t": {"const": 1, "description": "T."}}}]}}"##,
        ##""x-discriminator": "t", "oneOf": [{"$ref": "#/$defs/b", "x-removed": {"ios": "3"}}, {"$ref": "#/$defs/c"}], "##
            + ##""$defs": {"b": {"properties": {"t": {"const": 1, "description": "T."}}}, "##
            + ##""c": {"x-since": {"ios": "3"}, "properties": {"t": {"const": 1, "description": "T."}}}}"##,
        // No version supports the first branch, so the second one may have the same constant.
        ##""x-discriminator": "t", "oneOf": [{"$ref": "#/$defs/b", "x-since": {}}, {"$ref": "#/$defs/c"}], "##
            + ##""$defs": {"b": {"properties": {"t": {"const": 1, "description": "T."}}}, "##
            + ##""c": {"x-unsupported": {"ios": "No."}, "properties": {"t": {"const": 1, "description": "T."}}}}"##,
    ])
    func `valid schemas and annotations are accepted`(_ members: String) {
        let found = SchemaRepository.lint(documents: [
            RepositoryFile(path: "A.json", bytes: Array("{\"description\": \"A thing.\", \(members)}".utf8))
        ])
        #expect(found.isEmpty, "\(found)")
    }

    @Test func `canonically equivalent constants select different branches`() {
        func codes(_ one: String, _ other: String) -> [String] {
            let branches = [one, other].map {
                #"{"properties": {"t": {"const": "\#($0)", "description": "T."}}}"#
            }
            let union = #""x-discriminator": "t", "oneOf": [\#(branches.joined(separator: ", "))]"#
            return SchemaRepository.lint(documents: [file("A.json", #"{"description": "A.", \#(union)}"#)])
                .map(\.diagnostic.code)
        }
        #expect(codes("\u{E9}", "e\u{301}") == [])
        #expect(codes("\u{E9}", "\u{E9}") == ["repository.x-discriminator"])
    }

    @Test func `problems of several files are reported together, in the order of files and lines`() {
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

    @Test func `faults of an example in a separate file are reported in that file`() {
        let found = SchemaRepository.lint(documents: [
            file("b/B/schema.json", "{\"description\": \"B.\", \"type\": \"string\"}"),
            file("b/B/examples/one.json", "\n1"), file("b/B/examples/two.json", "\"fine\""),
        ])
        #expect(found.count == 1)
        #expect(found.first?.description.hasPrefix("b/B/examples/one.json:2:1: : ") == true, "\(found)")
        #expect(found.first?.description.hasSuffix(" [type]") == true, "\(found)")
    }

    @Test func `defaults, examples and test values are checked, even in definitions that nothing refers to`() {
        let found = SchemaRepository.lint(documents: [
            file(
                "A.json",
                #"""
                {"description": "A.", "type": "object", "properties": {
                  "one": {"description": "1.", "type": "string", "default": 1},
                  "two": {"description": "2.", "$ref": "#/$defs/led", "x-test": 2}},
                 "$defs": {"led": {"type": "string", "x-test": 4}, "lost": {"type": "string", "x-test": 5}}}
                """#)
        ])
        #expect(
            found.filter { $0.diagnostic.code == "schema.type" }.map(\.diagnostic.pointer.description) == [
                "/properties/one/default", "/properties/two/x-test", "/$defs/led/x-test", "/$defs/lost/x-test",
            ], "\(found)")
    }

    @Test func `checking thousands of defaults does not compile the schema for each`() {
        let properties = (0..<3_000).map {
            #""p\#($0)": {"description": "P.", "type": "string", "default": "a"}"#
        }.joined(separator: ", ")
        // The budget is enough for several compilations of all properties, but not for thousands.
        let work = WorkBudget(duration: .seconds(600), steps: 20_000_000)
        let found = SchemaRepository.lint(
            documents: [file("A.json", #"{"description": "A.", "properties": {\#(properties)}}"#)], work: work)
        #expect(found.isEmpty)
        #expect(!work.isSpent)
    }

    @Test func `a spent work budget ends loading and checking`() {
        let work = WorkBudget()
        work.cancel()
        let documents = [file("A.json", #"{"description": "A.", "type": "string", "default": 1}"#)]
        #expect(throws: RepositoryError.self) { try SchemaRepository(documents: documents, work: work) }
        #expect(
            !SchemaRepository.lint(documents: documents, work: work).contains { $0.diagnostic.code == "schema.type" })
    }

    @Test func `a counter-example must have the diagnostic in the file next to it`() throws {
        let found = SchemaRepository.lint(documents: [
            file("b/B/schema.json", "{\"description\": \"B.\", \"type\": \"string\"}"),
            file("b/B/counter-examples/alone.json", "1"),
            file("b/B/counter-examples/fine.json", "\"fine\""),
            file("b/B/counter-examples/fine.expected.json", "{\"pointer\": \"\", \"code\": \"schema.type\"}"),
            file("b/B/counter-examples/gone.expected.json", "{\"pointer\": \"\", \"code\": \"schema.type\"}"),
            file("b/B/counter-examples/number.json", "1"),
            file("b/B/counter-examples/odd.json", "1"), file("b/B/counter-examples/odd.expected.json", "{}"),
            file("b/B/counter-examples/number.expected.json", "{\"pointer\": \"\", \"code\": \"schema.type\"}"),
            file("b/B/counter-examples/text.json", "{"),
            file("b/B/counter-examples/text.expected.json", "{\"pointer\": \"\", \"code\": \"schema.type\"}"),
        ])
        #expect(
            found.map { "\($0.file):\($0.diagnostic.range?.start.line ?? 0)" } == [
                "b/B/counter-examples/alone.json:1", "b/B/counter-examples/fine.json:1",
                "b/B/counter-examples/gone.expected.json:1", "b/B/counter-examples/odd.expected.json:1",
                "b/B/counter-examples/text.json:1",
            ], "\(found)")
        let fine = try #require(found.dropFirst().first)
        #expect(
            fine.diagnostic.message.hasPrefix(
                "The counter-example should give `schema.type` at the root, but gives no diagnostic; "))
    }

    @Test func `a counter-example with another diagnostic is reported at the expected place`() throws {
        let schema = #"{"description": "B.", "properties": {"a": {"description": "A.", "maximum": 4}}}"#
        let many = #"{"type": "array", "description": "C.", "items": {"type": "string"}}"#
        let found = SchemaRepository.lint(documents: [
            file("B/schema.json", schema), file("B/counter-examples/five.json", "{\n\"a\": 5}"),
            file("B/counter-examples/five.expected.json", #"{"pointer": "/a", "code": "schema.type"}"#),
            file("C/schema.json", many), file("C/counter-examples/many.json", "[\n1,\n2,3,4,5]"),
            file("C/counter-examples/many.expected.json", #"{"pointer": "/1", "code": "schema.type"}"#),
        ])
        #expect(
            found.map { "\($0.file):\($0.diagnostic.range?.start.line ?? 0) \($0.diagnostic.pointer)" } == [
                "B/counter-examples/five.json:2 /a", "C/counter-examples/many.json:3 /1",
            ], "\(found)")
        #expect(found.first?.diagnostic.message.contains("but gives `schema.maximum` at `/a`") == true)
        #expect(found.last?.diagnostic.message.contains("5 errors, more than 4") == true)
    }

    @Test func `a misspelt reference is reported with the most similar schema`() {
        let found = SchemaRepository.lint(documents: [
            file("atoms/Icon.json", #"{"description": "I."}"#),
            file("Holder.json", #"{"description": "H.", "$ref": "/atoms/Icno"}"#),
        ])
        #expect(found.map(\.diagnostic.suggestion) == ["/atoms/Icon"])
        #expect(
            found.first?.diagnostic.message.hasSuffix("not point to an existing schema; did you mean `/atoms/Icon`?")
                == true)
    }

    @Test func `files without a schema and a second template are reported`() {
        let found = SchemaRepository.lint(documents: [
            file("b/B/schema.json", "{\"description\": \"B.\"}"), file("b/B/preview.mustache", "<p></p>"),
            file("b/B/previwe.mustache", "<p></p>"), file("b/C/examples/one.json", "1"),
            file("b/D/preview.mustache", "<p></p>"),
        ])
        #expect(
            found.map { "\($0.file):\($0.diagnostic.range?.start.line ?? 0) \($0.diagnostic.severity)" } == [
                "b/B/previwe.mustache:1 warning", "b/C/examples/one.json:1 error", "b/D/preview.mustache:1 error",
            ], "\(found)")
    }

    @Test(arguments: [
        "/screens/Screen", "/forms/Form", "/questionnaires/Questionnaire", "/option-sheets/OptionSheet",
        "/modules/ModuleFlow", "/modules/Module", "/modules/TabContainer", "/layouts/ConstraintWrapper",
    ])
    func `a document kind of the starter schemas has counter-examples with diagnostics`(_ id: String) throws {
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

    private func file(_ path: String, _ text: String) -> RepositoryFile {
        RepositoryFile(path: path, bytes: Array(text.utf8))
    }
}
