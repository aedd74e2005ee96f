import DocumentKinds
import JSONText
import Testing

@testable import SchemaRepository

@Suite("Editions for client versions") struct AssemblyTests {
    @Test func `a document supported by all versions has one edition, its minified text`() throws {
        let editions = try mini(
            "{ \"type\" : \"Box\",\n \"element\": {\"type\":\"Old\", \"n\": 1.50e1, \"s\": \"\\u00e9\"} }")
        #expect(editions == ["[1, ∞) {\"type\":\"Box\",\"element\":{\"type\":\"Old\",\"n\":1.50e1,\"s\":\"\\u00e9\"}}"])
    }

    @Test func `an unsupported element is replaced by its fallback, and an unsupported fallback by its own`() throws {
        let nested = #"{"type":"New","fallback":{"type":"Newer","fallback":{"type":"Old"}}}"#
        #expect(try mini(nested) == [#"[1, 5) {"type":"Old"}"#, "[5, ∞) " + nested])
        let boxed = #"{"type":"Box","element":{"type":"Newer","fallback":{"type":"New","fallback":{"type":"Old"}}}}"#
        #expect(
            try mini(boxed) == [
                #"[1, 5) {"type":"Box","element":{"type":"Old"}}"#,
                #"[5, 7) {"type":"Box","element":{"type":"New","fallback":{"type":"Old"}}}"#, "[7, ∞) " + boxed,
            ])
    }

    @Test func `for an unsupported element without a fallback, the nearest ancestor's is used`() throws {
        let ancestor = #"{"type":"Box","element":{"type":"Newer"},"fallback":{"type":"Old"}}"#
        #expect(try mini(ancestor) == [#"[1, 7) {"type":"Old"}"#, "[7, ∞) " + ancestor])
        let rescued = #"{"type":"Box","element":{"type":"New","fallback":"drop"},"fallback":{"type":"Old"}}"#
        #expect(try mini(rescued) == [#"[1, 5) {"type":"Old"}"#, "[5, ∞) " + rescued])
    }

    @Test func `unsupported items and optional elements are dropped if that is allowed`() throws {
        let items = #"{"type":"Box","element":{"type":"Old"},"drops":[{"type":"New"},{"type":"Old"},{"type":"Newer"}]}"#
        #expect(
            try mini(items) == [
                #"[1, 5) {"type":"Box","element":{"type":"Old"},"drops":[{"type":"Old"}]}"#,
                #"[5, 7) {"type":"Box","element":{"type":"Old"},"drops":[{"type":"New"},{"type":"Old"}]}"#,
                "[7, ∞) " + items,
            ])
        let badge = #"{"type":"Box","element":{"type":"Old"},"badge":{"type":"New","fallback":"drop"}}"#
        #expect(try mini(badge) == [#"[1, 5) {"type":"Box","element":{"type":"Old"}}"#, "[5, ∞) " + badge])
        let required = #"{"type":"Box","element":{"type":"New","fallback":"drop"}}"#
        #expect(try mini(required) == ["[5, ∞) " + required])
        #expect(try mini(#"{"type":"Box","element":{"type":"Old"},"fails":[{"type":"New"}]}"#).count == 1)
    }

    @Test func `an enum value that a version lacks is replaced by its unknownAs value`() throws {
        let button = #"{"type":"ButtonView","title":{"value":"x"},"size":"xxl"}"#
        let editions = try editions(Starter.loaded.get(), button, "ios")
        #expect(editions.last == "[6.0, ∞) " + button)
        #expect(editions.first == "[1.0, 6.0) " + button.replacing("xxl", with: "l"))
    }

    @Test func `editions are limited to the requested range, and equal neighbors are one edition`() throws {
        let items = #"{"type":"Box","element":{"type":"Old"},"drops":[{"type":"New"}]}"#
        let some = VersionInterval(from: try ClientVersion("2"), until: try ClientVersion("4"))
        #expect(try mini(items, in: some) == [#"[2, 4) {"type":"Box","element":{"type":"Old"},"drops":[]}"#])
        let none = VersionInterval(from: .zero, until: try ClientVersion("1"))
        #expect(try mini(items, in: none) == [])
    }

    @Test func `versions that no longer have an element get its fallback`() throws {
        let removed = #"{"type":"Box","element":{"type":"Platforms","removed":1,"fallback":{"type":"Old"}}}"#
        #expect(
            try mini(removed) == [
                #"[1, 2) {"type":"Box","element":{"type":"Old"}}"#, "[2, 5) " + removed,
                #"[5, ∞) {"type":"Box","element":{"type":"Old"}}"#,
            ])
    }

    @Test func `if several schemas match, one supported schema is enough`() throws {
        let text = #"{"type":"Any","choice":"text"}"#
        #expect(try mini(text) == ["[3, ∞) " + text])
    }

    @Test(arguments: [
        // A fault in another member does not change the editions.
        (##"{"type":"Box","element":{"type":"New","fallback":{"type":"Old"}},"drops":3}"##, "[5, ∞)", "[1, ∞)", 2, []),
        // An element of an unknown type needs no version and is reported as undecided.
        (##"{"type":"Box","element":{"type":"Nwe"},"early":{"type":"New"}}"##, "[5, ∞)", "[5, ∞)", 1, ["/element"]),
        // A value that matches no alternative needs no version and is reported as undecided.
        (
            ##"{"type":"Box","element":{"type":"Any","choice":7},"badge":{"type":"New"}}"##, "[5, ∞)", "[5, ∞)", 1,
            ["/element/choice"]
        ),
    ])
    func `a fault does not change the versions of other values, and undecided values are reported`(
        _ text: String, _ full: String, _ degraded: String, _ editions: Int, _ undecided: [String]
    ) throws {
        let repository = try MiniRepository.loaded.get()
        let checked = repository.check(Array(text.utf8), kind: nil)
        let assembly = repository.assembly(of: checked, platform: "ios")
        #expect(!checked.isValid)
        #expect(VersionSet(assembly.support.full).description == full)
        #expect(VersionSet(assembly.support.degraded).description == degraded)
        #expect(assembly.editions.count == editions && assembly.faults.isEmpty)
        #expect(assembly.support.undecided.map(\.pointer.description) == undecided)
    }

    @Test func `an ignorable member is not omitted if another schema of the object requires it`() throws {
        let repository = try SchemaRepository(documents: [
            RepositoryFile(
                path: "Card.json",
                bytes: Array(
                    ##"""
                    {"x-kind":"screen","x-name":"Card","required":["type","icon"],"allOf":[{"$ref":"#/$defs/base"}],
                     "properties":{"type":{"const":"Card"}},
                     "$defs":{"base":{"properties":{"icon":{"x-ignorable":true,"x-since":{"ios":"3"}}}}}}
                    """##.utf8))
        ])
        let checked = repository.check(Array(#"{"type":"Card","icon":1}"#.utf8), kind: nil)
        let assembly = repository.assembly(of: checked, platform: "ios")
        #expect(VersionSet(assembly.support.degraded).description == "[3, ∞)")
        #expect(assembly.editions.map(\.interval.description) == ["[3, ∞)"] && assembly.faults.isEmpty)
    }

    @Test(arguments: [
        ("1e400", true), ("-1E+309", true), ("9" + String(repeating: "0", count: 400), true), ("1e308", false),
        ("1e-400", false), ("123456789012345678901234567890", false),
    ])
    func `a number that is too large for a double has a warning at its place`(number: String, isTooLarge: Bool) throws {
        let repository = try SchemaRepository(documents: [
            RepositoryFile(path: "Card.json", bytes: Array(#"{"x-kind":"screen","x-name":"Card"}"#.utf8))
        ])
        let kind = try #require(repository.kind(named: "Card"))
        let checked = repository.check(Array(#"{"list":[1,\#(number)]}"#.utf8), kind: kind)
        let found = checked.diagnostics.filter { $0.code == "document.number" }
        #expect(found.map(\.pointer.description) == (isTooLarge ? ["/list/1"] : []))
        #expect(found.allSatisfy { $0.severity == .warning && $0.range?.start.column == 12 })
    }

    @Test func `an edition that would be invalid without its dropped items is a fault`() throws {
        let repository = try SchemaRepository(documents: [
            RepositoryFile(
                path: "document.json",
                bytes: Array(
                    ##"{"type":"object","required":["type"],"x-discriminator":"type","oneOf":[{"$ref":"/List"}]}"##.utf8
                )),
            RepositoryFile(
                path: "List.json",
                bytes: Array(
                    #"""
                    {"x-kind":"screen","x-name":"List","properties":{"type":{"const":"List"},"items":{"type":"array",
                     "minItems":1,"x-unknown-items":"drop","items":{"enum":["a","b"],
                     "x-enum":{"a":{"x-since":{"ios":"2"}},"b":{"x-since":{"ios":"3"}}}}}}}
                    """#.utf8)),
        ])
        let checked = repository.check(Array(#"{"type":"List","items":["a","b"]}"#.utf8), kind: nil)
        let assembly = repository.assembly(of: checked, platform: "ios")
        #expect(VersionSet(assembly.support.degraded).isAll)
        #expect(assembly.editions.map(\.interval.description) == ["[2, 3)", "[3, ∞)"])
        let fault = try #require(assembly.faults.first)
        #expect(assembly.faults.count == 1 && fault.interval.description == "[0, 2)")
        #expect(fault.diagnostics.map(\.code) == ["schema.minItems"])
    }

    @Test func `a fault that several editions share is reported for each of them`() throws {
        let schema = #"""
            {"x-kind":"questionnaire","x-name":"Q","properties":{"type":{"const":"Q"},
             "tone":{"enum":["a","b","c"],"x-enum":{"b":{"x-since":{"ios":"2"},"unknownAs":"a"},
                                                    "c":{"x-since":{"ios":"3"},"unknownAs":"b"}}},
             "sections":{"type":"array","items":{"properties":{"cells":{"type":"array","x-unknown-items":"drop",
               "items":{"properties":{"late":{"x-since":{"ios":"5"}}}}}}}}}}
            """#
        let text = #"""
            {"type":"Q","tone":"c","sections":[{"cells":[{"key":"x","title":"X","kind":"text","late":true},
             {"key":"y","title":"Y","kind":"text","parentFields":["x"]}]}]}
            """#
        let repository = try SchemaRepository(documents: [RepositoryFile(path: "Q.json", bytes: Array(schema.utf8))])
        let checked = repository.check(Array(text.utf8), kind: nil)
        #expect(checked.isValid, "\(checked.diagnostics)")
        let assembly = repository.assembly(of: checked, platform: "ios")
        #expect(assembly.editions.map(\.interval.description) == ["[5, ∞)"])
        #expect(assembly.faults.map(\.interval.description) == ["[0, 2)", "[2, 3)", "[3, 5)"])
        #expect(assembly.faults.allSatisfy { $0.diagnostics.map(\.code) == ["document.unknownKey"] })
    }

    /// Every edition with replacements or omissions is fully supported by the versions that get it, and every version
    /// that supports the document with replacements has an edition.
    @Test func `the editions of every starter example agree with its computed support`() throws {
        let repository = try Starter.loaded.get()
        var changed = 0
        for entity in repository.entities {
            for example in entity.examples {
                let checked = repository.check(example.bytes, kind: DocumentKind(entity))
                guard checked.isValid, let kind = checked.kind else { continue }
                for platform in repository.platforms {
                    let assembly = repository.assembly(of: checked, platform: platform)
                    #expect(assembly.faults.isEmpty, "\(entity.id) \(example.name)")
                    #expect(VersionSet(assembly.editions.map(\.interval)) == VersionSet(assembly.support.degraded))
                    for edition in assembly.editions where edition.isChanged {
                        changed += 1
                        let document = try JSONDocument(parsing: edition.bytes)
                        let support = repository.support(of: document, kind: kind, platform: platform)
                        #expect(VersionSet(support.full).contains(edition.interval))
                    }
                }
            }
        }
        #expect(changed > 5)
    }

    private func mini(_ text: String, in range: VersionInterval = .all) throws -> [String] {
        try editions(MiniRepository.loaded.get(), text, "ios", in: range)
    }

    private func editions(
        _ repository: SchemaRepository, _ text: String, _ platform: String, in range: VersionInterval = .all
    ) throws -> [String] {
        let checked = repository.check(Array(text.utf8), kind: nil)
        #expect(checked.diagnostics.isEmpty, "\(checked.diagnostics)")
        let assembly = repository.assembly(of: checked, platform: platform, in: range)
        #expect(assembly.faults.isEmpty)
        return assembly.editions.map { "\($0.interval) \(String(decoding: $0.bytes, as: UTF8.self))" }
    }
}
