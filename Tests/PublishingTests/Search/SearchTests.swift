import PostgreSQL
import Publishing
import Testing

@Suite("Searching texts") struct SearchTests {
    private let home: Installation

    init() throws { home = try Installation() }

    @Test func `a text is found in live and in newest revisions, with pointer and line`() throws {
        try home.feature("a.live", titles: ["glyph_transfer", "Other"])
        try home.publish(1, from: "9.0", of: "a.live")
        try home.feature("b.newest", titles: ["Other", "has glyph_transfer inside"])
        try home.feature("c.gone", titles: ["glyph_transfer", "Other"])
        try home.feature("d.both", titles: ["glyph_transfer"])
        try home.publish(1, from: "9.0", of: "d.both")
        try home.feature("e.broken", titles: [])
        try home.save("{\n\n \"glyph_transfer\": ", to: "e.broken")
        try home.feature("f.name", titles: [])
        try home.save("{\"type\": \"Screen\", \"list\": [1, {\"glyph_transfer\": 2}]}", to: "f.name")

        let result = try home.stores.search.search("glyph_transfer")

        #expect(result.matches.map(\.feature) == ["a.live", "b.newest", "d.both", "e.broken", "f.name"])
        #expect(result.matches.map(\.revision) == [1, 2, 1, 1, 1])
        #expect(result.matches.map(\.isLive) == [true, false, true, false, false])
        #expect(result.matches.map(\.isNewest) == [false, true, true, true, true])
        #expect(result.matches.map(\.pointer) == ["/title", "/title", "/title", nil, "/list/1/glyph_transfer"])
        #expect(result.matches.map(\.line) == [2, 2, 2, 3, 1])
        #expect(result.matches[1].excerpt.contains("has glyph_transfer inside"))
        #expect(!result.isCut)
    }

    @Test func `a revision that is published only on switched-off platforms is not live`() throws {
        try home.feature(titles: ["glyph_transfer 1", "glyph_transfer 2", "glyph_transfer 3"])
        try home.publish(1, from: "9.0", on: "android")
        try home.publish(2, from: "9.0")
        try home.publish(3, from: "10.0")
        let off = SwitchRequest(feature: "home.offers", platform: "ios", reason: "crash")
        _ = try Installation.released(home.releases.switchOff(off, by: .operator))

        let matches = try home.stores.search.search("glyph_transfer").matches

        #expect(matches.map(\.revision) == [1, 3])
        #expect(matches.map(\.isLive) == [true, false])
    }

    @Test func `a revision that only test devices get is found but not live`() throws {
        try home.feature(titles: ["glyph_transfer 1", "glyph_transfer 2", "Other"])
        try home.publish(1, from: "9.0")
        try home.publish(2, from: "10.0", percent: 0)

        let matches = try home.stores.search.search("glyph_transfer").matches

        #expect(matches.map(\.revision) == [1, 2])
        #expect(matches.map(\.isLive) == [true, false])
    }

    @Test func `a long result is cut, and an empty or very long text finds nothing`() throws {
        for number in 0...SearchStore.maximumDocuments {
            try home.feature("many.n\(number)", titles: ["needle"])
        }

        let result = try home.stores.search.search("needle")

        #expect(
            result.matches.map(\.feature)
                == (0...SearchStore.maximumDocuments).map { "many.n\($0)" }.sorted().dropLast())
        #expect(result.isCut)
        #expect(try home.stores.search.search("").matches == [])
        #expect(try home.stores.search.search(String(repeating: "n", count: 201)).matches == [])
    }
}
