import JSONText
import SchemaRepository
import Testing

struct SupportTests {
    @Test func `a newer property and a newer enum value need their versions; older ones omit or replace them`() throws {
        let button = #"{"type":"ButtonView","title":{"value":"x"},"icon":{"name":"i"},"size":"xxl"}"#
        let support = try starter(button)
        #expect(support.full == "[6.0, ∞)")
        #expect(support.degraded == "[1.0, ∞)")
        #expect(support.reasons.map(\.version?.text) == ["1.0", "3.4", "6.0"])
        #expect(support.reasons.map(\.pointer.description) == ["", "/icon", "/size"])
        let last = try #require(support.reasons.last)
        #expect(last.message == "The value `xxl` of `size` needs iOS 6.0 or later")
        #expect(last.keyword == "x-since")
        #expect(last.schemaPointer == "/enums/ButtonSize#/x-enum/xxl/x-since")
        #expect(last.range?.start.line == 1)
    }

    @Test func `a newer component needs its version at any depth; older ones get its fallback, if it has one`() throws {
        let wrapper = #"{"type":"ConstraintWrapper","elements":[]"#
        let stack = { (element: String) in
            #"{"type":"StackView","axis":"vertical","elements":[{"type":"StackView","axis":"horizontal","elements":["#
                + element + "]}]}"
        }
        let hard = try starter(stack(wrapper + "}"))
        #expect(hard.full == "[2.0, ∞)" && hard.degraded == "[2.0, ∞)")
        #expect(hard.reasons.last?.message == "`ConstraintWrapper` needs iOS 2.0 or later")
        let dropped = try starter(stack(wrapper + #","fallback":"drop"}"#))
        #expect(dropped.full == "[2.0, ∞)" && dropped.degraded == "[1.0, ∞)")
        let replaced = try starter(stack(wrapper + #","fallback":{"type":"TextView","text":{"value":"x"}}}"#))
        #expect(replaced.full == "[2.0, ∞)" && replaced.degraded == "[1.0, ∞)")
    }

    @Test func `a fallback that is newer than its element does not raise the minimum`() throws {
        let support = try starter(
            #"{"type":"TextView","text":{"value":"x"},"fallback":{"type":"ConstraintWrapper","elements":[]}}"#)
        #expect(support.full == "[1.0, ∞)" && support.degraded == "[1.0, ∞)")
    }

    @Test func `a fallback of a fallback and the nearest ancestor's fallback are used`() throws {
        let nested = try mini(#"{"type":"New","fallback":{"type":"Newer","fallback":{"type":"Old"}}}"#)
        #expect(nested.full == "[5, ∞)" && nested.degraded == "[1, ∞)")
        let ancestor = try mini(#"{"type":"Box","element":{"type":"Newer"},"fallback":{"type":"Old"}}"#)
        #expect(ancestor.full == "[7, ∞)" && ancestor.degraded == "[1, ∞)")
    }

    @Test func `a required element cannot be dropped, an optional one can`() throws {
        let required = try mini(#"{"type":"Box","element":{"type":"New","fallback":"drop"}}"#)
        #expect(required.degraded == "[5, ∞)")
        let optional = try mini(#"{"type":"Box","element":{"type":"Old"},"badge":{"type":"New","fallback":"drop"}}"#)
        #expect(optional.full == "[5, ∞)" && optional.degraded == "[1, ∞)")
        let rescued = try mini(
            #"{"type":"Box","element":{"type":"New","fallback":"drop"},"fallback":{"type":"Old"}}"#)
        #expect(rescued.degraded == "[1, ∞)")
        #expect(try mini(#"{"type":"New","fallback":"drop"}"#).degraded == "[5, ∞)", "a document cannot be dropped")
    }

    @Test func `the replacement for a version is the nearest one that the version supports`() throws {
        func replacement(_ text: String, of pointer: String, at version: String) throws -> String? {
            let reason = try #require(mini(text).reasons.last { $0.pointer.description == pointer })
            return try reason.replacement(for: ClientVersion(version)).map { "\($0.manner) \($0.pointer)" }
        }
        let ancestor = #"{"type":"Box","element":{"type":"New","fallback":"drop"},"fallback":{"type":"Old"}}"#
        #expect(try replacement(ancestor, of: "/element", at: "2") == "fallback ")
        let own = #"{"type":"Box","element":{"type":"New","fallback":{"type":"Old"}},"fallback":{"type":"Old"}}"#
        #expect(try replacement(own, of: "/element", at: "2") == "fallback /element")
        let optional = #"{"type":"Box","element":{"type":"Old"},"badge":{"type":"New","fallback":"drop"}}"#
        #expect(try replacement(optional, of: "/badge", at: "2") == "omission /badge")
        #expect(try replacement(#"{"type":"Box","element":{"type":"New"}}"#, of: "/element", at: "2") == nil)
        #expect(try replacement(#"{"type":"New","fallback":"drop"}"#, of: "", at: "2") == nil)
        let word = try starter(#"{"type":"ButtonView","title":{"value":"x"},"size":"xxl"}"#).reasons.last
        #expect(try word?.replacement(for: ClientVersion("5.2"))?.manner == .word("l"))
    }

    @Test func `an item of a list may be dropped if the list allows it`() throws {
        #expect(try mini(#"{"type":"Box","element":{"type":"Old"},"drops":[{"type":"New"}]}"#).degraded == "[1, ∞)")
        #expect(try mini(#"{"type":"Box","element":{"type":"Old"},"fails":[{"type":"New"}]}"#).degraded == "[5, ∞)")
    }

    @Test func `x-since beside a reference applies together with that of its target`() throws {
        #expect(try mini(#"{"type":"Box","element":{"type":"Old"},"late":{"type":"New"}}"#).full == "[8, ∞)")
        #expect(try mini(#"{"type":"Box","element":{"type":"Old"},"late":{"type":"Old"}}"#).full == "[8, ∞)")
        #expect(try mini(#"{"type":"Box","element":{"type":"Old"},"early":{"type":"New"}}"#).full == "[5, ∞)")
    }

    @Test func `an element needs the same version in any container`() throws {
        for container in ["Box", "Crate"] {
            #expect(try mini(#"{"type":"\#(container)","element":{"type":"New"}}"#).full == "[5, ∞)")
        }
    }

    @Test func `of several matching anyOf branches the earliest is enough, and only its reasons are listed`() throws {
        let cheap = try mini(#"{"type":"Any","choice":"text"}"#)
        #expect(cheap.full == "[3, ∞)")
        #expect(cheap.reasons.map(\.version?.text) == ["1", "3"])
        #expect(try mini(#"{"type":"Any","choice":{}}"#).full == "[4, ∞)")
        #expect(try mini(#"{"type":"Any","choice":null}"#).full == "[1, ∞)")
    }

    @Test func `if and dependentSchemas need a version only for data to which they apply`() throws {
        #expect(try mini(#"{"type":"When","mode":"plain"}"#).full == "[1, ∞)")
        #expect(try mini(#"{"type":"When","mode":"video"}"#).full == "[6, ∞)")
        #expect(try mini(#"{"type":"When","mode":"plain","extra":1}"#).full == "[2, ∞)", "a dependent schema")
    }

    @Test func `values that no schema describes need no version`() throws {
        let text =
            #"{"type":"TextView","text":{"value":"x"},"action":{"analytics":{"event":"e","params":{"size":"xxl"}}}}"#
        #expect(try starter(text).full == "[1.0, ∞)")
    }

    @Test func `a value needs its version even if it is the default`() throws {
        #expect(try mini(#"{"type":"Values","size":"new"}"#).full == "[9, ∞)")
        #expect(
            try mini(#"{"type":"Values","size":"old"}"#).full == "[4, ∞)", "a value inherits its property’s version")
    }

    @Test func `a value that is older than its property needs the property's version`() throws {
        #expect(try mini(#"{"type":"Values","size":"ancient"}"#).full == "[4, ∞)")
    }

    @Test
    func `x-unsupported or an x-since without the platform means no support; without both, support is inherited`()
        throws
    {
        #expect(try mini(#"{"type":"Platforms","missing":1}"#, "android").full == "∅")
        #expect(try mini(#"{"type":"Platforms","missing":1}"#, "ios").full == "[3, ∞)")
        let nobody = try mini(#"{"type":"Platforms","nobody":1}"#)
        #expect(nobody.full == "∅" && nobody.degraded == "∅")
        #expect(nobody.reasons.last?.version == nil)
        #expect(nobody.reasons.last?.message == "No version of iOS supports `nobody` yet")
        #expect(try mini(#"{"type":"Platforms","silent":1}"#).full == "[1, ∞)")
        let never = try mini(#"{"type":"Platforms","never":1}"#, "web")
        #expect(never.full == "∅")
        #expect(never.reasons.last?.message == "`never` is not supported on Web (no camera)")
    }

    @Test func `x-removed ends the support on its platform only`() throws {
        let ios = try mini(#"{"type":"Platforms","removed":1}"#)
        #expect(ios.full == "[2, 5)")
        #expect(ios.reasons.map(\.keyword) == ["x-since", "x-since", "x-removed"])
        #expect(ios.reasons.last?.message == "`removed` works only before iOS 5")
        #expect(try mini(#"{"type":"Platforms","removed":1}"#, "android").full == "[2, ∞)")
    }

    @Test func `versions are compared as numbers, and different spellings are equal`() throws {
        #expect(try mini(#"{"type":"Spellings","nine":1,"ten":1}"#).full == "[1.10, ∞)")
        #expect(try mini(#"{"type":"Spellings","five":1,"fiveToo":1}"#).full == "[5, ∞)")
    }

    @Test func `a version that an outer value needs too is listed as a reason once`() throws {
        let screen =
            #"{"type":"Screen","widgets":[{"type":"SDUIWidget","id":"a","content":{"type":"TextView","text":{"value":"x"}}}]}"#
        let reasons = try starter(screen).reasons
        #expect(reasons.map(\.message) == ["`Screen` needs iOS 1.0 or later"])
    }

    @Test func `the schemas in patternProperties, additionalProperties, unevaluatedProperties and items set versions`()
        throws
    {
        #expect(try mini(#"{"type":"Loose","own":1,"known":1,"more":1}"#).full == "[0, ∞)")
        #expect(try mini(#"{"type":"Loose","other":1}"#).full == "[3, ∞)")
        #expect(try mini(#"{"type":"Loose","more":1}"#).full == "[3, ∞)", "`more` is described only beside `known`")
        #expect(try mini(#"{"type":"Rest","x-a":1}"#).full == "[3, ∞)")
        #expect(try mini(#"{"type":"Rest","other":1}"#).full == "[6, ∞)")
        #expect(try mini(#"{"type":"Rest","list":[1]}"#).full == "[2, ∞)")
        #expect(try mini(#"{"type":"Rest","list":[1,2]}"#).full == "[4, ∞)")
    }

    @Test func `a platform that no schema names is not supported`() throws {
        #expect(try starter(#"{"type":"Screen","widgets":[]}"#, "tv").full == "∅")
    }

    private struct Answer {
        let full: String
        let degraded: String
        let reasons: [Reason]
    }

    private func starter(_ text: String, _ platform: String = "ios") throws -> Answer {
        try answer(Starter.loaded.get(), text, platform)
    }

    private func mini(_ text: String, _ platform: String = "ios") throws -> Answer {
        try answer(MiniRepository.loaded.get(), text, platform)
    }

    private func answer(_ repository: SchemaRepository, _ text: String, _ platform: String) throws -> Answer {
        let checked = repository.check(Array(text.utf8), kind: nil)
        #expect(checked.diagnostics.isEmpty, "\(checked.diagnostics)")
        let document = try #require(checked.document)
        let kind = try #require(checked.kind)
        let support = repository.support(of: document, kind: kind, platform: platform)
        return Answer(
            full: VersionSet(support.full).description, degraded: VersionSet(support.degraded).description,
            reasons: support.reasons)
    }
}
