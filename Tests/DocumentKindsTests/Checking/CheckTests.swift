import DocumentKinds
import JSONText
import SchemaRepository
import TestSupport
import Testing

struct CheckTests {
    @Test(arguments: CheckCase.all(in: "screens"))
    func `a screen is valid, or its fault is reported at its place`(_ row: CheckCase) throws { try check(row) }

    @Test(arguments: CheckCase.all(in: "constraints"))
    func `constraints are valid, or their fault is reported at its place`(_ row: CheckCase) throws { try check(row) }

    @Test(arguments: CheckCase.all(in: "forms"))
    func `a form is valid, or its fault is reported at its place`(_ row: CheckCase) throws { try check(row) }

    @Test(arguments: CheckCase.all(in: "questionnaires"))
    func `a questionnaire is valid, or its fault is reported at its place`(_ row: CheckCase) throws { try check(row) }

    @Test(arguments: CheckCase.all(in: "option-sheets"))
    func `an option sheet is valid, or its fault is reported at its place`(_ row: CheckCase) throws { try check(row) }

    @Test(arguments: CheckCase.all(in: "modules"))
    func `a flow of modules is valid, or its fault is reported at its place`(_ row: CheckCase) throws { try check(row) }

    @Test func `the files of cases have enough cases`() {
        #expect(CheckCase.all(in: "screens").count > 50)
        #expect(CheckCase.all(in: "constraints").count > 15)
        #expect(CheckCase.all(in: "forms").count > 45)
        #expect(CheckCase.all(in: "questionnaires").count > 70)
        #expect(CheckCase.all(in: "option-sheets").count > 45)
        #expect(CheckCase.all(in: "modules").count > 60)
    }

    @Test func `invalid JSON has only syntax errors and keeps its bytes`() throws {
        let bytes = Array("{\"type\": \"Screen\",}".utf8)
        let checked = try Starter.loaded.get().check(bytes, kind: nil)
        #expect(checked.bytes == bytes && checked.document == nil && !checked.isValid)
        #expect(checked.diagnostics.map(\.code) == ["json.trailing-comma"])
    }

    @Test func `the kind of a document is found by its type`() throws {
        let repository = try Starter.loaded.get()
        #expect(repository.check(Array("{\"type\": \"StackView\"}".utf8), kind: nil).kind?.id == "/layouts/StackView")
        #expect(repository.check(Array("{\"type\": \"Stack\"}".utf8), kind: nil).kind == nil)
    }

    @Test func `a deprecated property or enum value is a warning for each platform`() throws {
        let schema = #"""
            {"type": "object", "properties": {
              "old": {"x-deprecated": {"ios": {"since": "7.0", "use": "new", "message": "It flickers."}, "web": {}}},
              "new": true,
              "size": {"enum": ["m", "xs"], "x-enum": {"xs": {"x-deprecated": {"android": {"since": "3"}}}}}
            }}
            """#
        let repository = try SchemaRepository(documents: [RepositoryFile(path: "A.json", bytes: Array(schema.utf8))])
        let text = #"{"new": 1, "old": 2, "size": "xs"}"#
        let checked = repository.check(Array(text.utf8), kind: repository.kind(named: "/A"))
        #expect(checked.isValid)
        #expect(checked.diagnostics.map(\.pointer.description) == ["/old", "/old", "/size"])
        #expect(
            checked.diagnostics.map(\.message) == [
                "`old` is deprecated on iOS since 7.0; use `new`. It flickers.", "`old` is deprecated on Web",
                "`xs` is deprecated on Android since 3",
            ])
        #expect(repository.check(Array(#"{"new": 1, "size": "m"}"#.utf8), kind: checked.kind).diagnostics.isEmpty)
    }

    @Test func `the warning about a deprecated property names the property, even if its enum values have annotations`()
        throws
    {
        let schema = #"""
            {"properties": {
              "size": {"enum": ["m", "xs"], "x-deprecated": {"ios": {"since": "7"}},
                       "x-enum": {"xs": {"x-deprecated": {"android": {"since": "3"}}}}}}}
            """#
        let repository = try SchemaRepository(documents: [RepositoryFile(path: "A.json", bytes: Array(schema.utf8))])
        func messages(_ text: String) -> [String] {
            repository.check(Array(text.utf8), kind: repository.kind(named: "/A")).diagnostics.map(\.message)
        }
        #expect(messages(#"{"size": "m"}"#) == ["`size` is deprecated on iOS since 7"])
        #expect(
            messages(#"{"size": "xs"}"#) == [
                "`size` is deprecated on iOS since 7", "`xs` is deprecated on Android since 3",
            ])
    }

    @Test func `the message about an invalid dependency says that a list is possible`() throws {
        let text = #"{"type": "Form", "jsonSchema": {"dependencies": {"a": "b"}}}"#
        let found = try Starter.loaded.get().check(Array(text.utf8), kind: nil).diagnostics
        #expect(found.map(\.pointer.description) == ["/jsonSchema/dependencies/a"])
        #expect(found.first?.message.contains("a list") == true, "\(found)")
    }

    @Test func `the message about a duplicate keyword of a segment cuts a long keyword`() throws {
        let keyword = String(repeating: "a", count: 10_000)
        let segments = ["A", "B"].map { #"{"title": "\#($0)", "keyword": "\#(keyword)"}"# }.joined(separator: ", ")
        let text = """
            {"type": "OptionSheet", "title": "x", "tool": {"kind": "segmentedControl", "segments": [\(segments)]},
             "dataProvider": {"kind": "static", "content": {"options": []}}}
            """
        let found = try Starter.loaded.get().check(Array(text.utf8), kind: nil).diagnostics
        let cut = String(repeating: "a", count: 59) + "…"
        #expect(
            found.filter { $0.code == "document.duplicateValue" }.map(\.message)
                == ["Another segment already has the keyword `\(cut)`"])
    }

    @Test func `the order of a form distinguishes fields whose names are canonically equivalent`() throws {
        let fields = #"{"\u00e9": {"type": "string"}, "e\u0301": {"type": "string"}}"#
        func found(_ order: String) throws -> [String] {
            let schema = #"{"type": "object", "properties": \#(fields)}"#
            let text = #"{"type": "Form", "jsonSchema": \#(schema), "uiSchema": {"order": \#(order)}}"#
            return try Starter.loaded.get().check(Array(text.utf8), kind: nil).diagnostics.map(\.code)
        }
        #expect(try found(#"["\u00e9", "e\u0301"]"#) == [])
        #expect(try found(#"["\u00e9", "\u00e9", "e\u0301"]"#) == ["document.duplicateField"])
    }

    @Test func `every example of every entity is valid`() throws {
        let repository = try Starter.loaded.get()
        for entity in repository.entities {
            for example in entity.examples {
                let checked = repository.check(example.bytes, kind: DocumentKind(entity))
                #expect(checked.diagnostics.isEmpty, "\(entity.id) \(example.name): \(checked.diagnostics)")
            }
        }
    }

    private func check(_ row: CheckCase) throws {
        let repository = try Starter.loaded.get()
        let kind = row.kind.flatMap(repository.kind(named:))
        let checked = repository.check(Array(row.text.utf8), kind: kind)
        let errors = checked.diagnostics.filter { $0.severity == .error }
        #expect(checked.isValid == row.errors.isEmpty, "\(errors)")
        #expect(errors.count <= 4, "\(errors)")
        let expected = row.errors.map(\.pointer)
        if row.allowsOthers {
            #expect(expected.allSatisfy { errors.map(\.pointer.description).contains($0) }, "\(errors)")
        } else {
            #expect(errors.map(\.pointer.description) == expected, "\(errors)")
        }
        for expectation in row.errors + row.warnings {
            let found = checked.diagnostics.first { $0.pointer.description == expectation.pointer }
            #expect(found?.range != nil)
            if let code = expectation.code { #expect(found?.code == code, "\(checked.diagnostics)") }
            if let suggestion = expectation.suggestion {
                #expect(found?.suggestion == suggestion, "\(checked.diagnostics)")
            }
        }
        let warnings = checked.diagnostics.filter { $0.severity == .warning }
        #expect(warnings.map(\.pointer.description) == row.warnings.map(\.pointer), "\(warnings)")
    }
}
