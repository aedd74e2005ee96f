import Testing

@testable import Preview

/// The values typed in the modules of a flow, by the position in the walk of the connection that opened the module.
@Suite struct FlowFieldValuesTests {
    private func field(_ name: String, _ value: String) -> PreviewOptions.Field {
        PreviewOptions.Field(name: name, value: value)
    }

    @Test func `stored values are read back as written, in their order and with repeated names`() {
        var kept = FlowFieldValues()
        #expect(kept.text.isEmpty)
        let fields = [field("/a", "one \"two\"\n<b>"), field("/a", "دو"), field("", "")]
        kept.keep(fields, at: "start")
        kept.keep([field("/b", "3")], at: "0")
        let read = FlowFieldValues(parsing: kept.text)
        #expect(read == kept)
        #expect(read["start"] == fields)
        #expect(read["1"] == nil)
        for text in ["", "[", "{}", "[1,[\"start\"]]", "[[\"start\",[[\"a\"]]]]"] {
            #expect(FlowFieldValues(parsing: text) == FlowFieldValues())
        }
    }

    @Test func `the values stored first are dropped if there are too many`() {
        var kept = FlowFieldValues()
        let large = String(repeating: "x", count: FlowFieldValues.limit / 3)
        for key in ["start", "0", "1"] { kept.keep([field("/a", large)], at: key) }
        #expect(kept["start"] == nil && kept["0"] != nil && kept["1"] != nil)
        #expect(kept.text.utf8.count <= FlowFieldValues.limit)
        kept.keep([field("/a", "small")], at: "0")
        kept.keep([field("/a", large)], at: "2")
        #expect(kept["0"] != nil && kept["1"] != nil && kept["2"] != nil)
        kept.keep([field("/a", large + large + large)], at: "3")
        #expect(kept == FlowFieldValues())
    }

    @Test func `a walk keeps values typed in layers below, and forgets those of removed layers`() throws {
        let flow = try FlowSample.flow(FlowSample.everyKind)
        var walk = FlowWalk(flow, entries: [0, 2])
        for key in ["start", "0", "1"] { walk.kept.keep([field("/a", key)], at: key) }
        // The embedded module is removed; the modules opened after it are renumbered.
        walk.reverse(0, in: flow)
        #expect(walk.entries == [2])
        #expect(walk.kept["start"] == [field("/a", "start")])
        #expect(walk.kept["0"] == [field("/a", "1")])
        #expect(walk.kept["1"] == nil)
        walk.reverse(0, in: flow)
        #expect(walk.kept["0"] == nil && walk.kept["start"] != nil)
        // If a connection of the walk cannot be performed, the values of the later ones move to their new positions.
        var left = FlowFieldValues()
        left.keep([field("/a", "x")], at: "1")
        #expect(FlowWalk(flow, entries: [99, 2], kept: left).kept["0"] == [field("/a", "x")])
    }
}
