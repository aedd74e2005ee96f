import JSONText
import Testing

@testable import Preview

/// Walks: a person's way through a flow, as the list of performed connections. Each opened module is a layer above
/// those before it, or is embedded in one of them.
@Suite struct FlowWalkTests {
    /// Returns the modules of each layer, embedded ones in brackets.
    private func screens(_ walk: FlowWalk) -> [String] {
        func text(_ shown: FlowWalk.Shown) -> String {
            let inside = shown.topmost.map { text($0.shown) }.joined(separator: " ")
            return inside.isEmpty ? shown.module : "\(shown.module)[\(inside)]"
        }
        return walk.layers.map { text($0.base) }
    }

    @Test func `every kind of transition is performed and reversed to the state before`() throws {
        let flow = try FlowSample.flow(FlowSample.everyKind)
        for connection in flow.connections {
            var walk = FlowWalk(flow, entries: flow.ways[try #require(flow.place(of: connection.from))] ?? [])
            let before = walk
            let isOpened = walk.perform(connection.place, in: flow)
            #expect(isOpened, "\(connection.event)")
            #expect(walk != before)
            #expect(walk.visible.contains { $0.module == connection.to })
            let isReversed = walk.reverse(walk.entries.count - 1, in: flow)
            #expect(isReversed)
            #expect(walk == before)
        }
    }

    @Test func `an embedded module sends events beside its parent, and can be removed under another layer`() throws {
        let flow = try FlowSample.flow(FlowSample.everyKind)
        var walk = FlowWalk(flow, entries: [0, 1, 4])
        #expect(screens(walk) == ["home[cards]", "details", "terms"])
        #expect(walk.visible.map(\.module) == ["terms"])
        walk.reverse(1, in: flow)
        #expect(screens(walk) == ["home[cards]"])
        #expect(Set(walk.visible.map(\.module)) == ["home", "cards"])
        walk.perform(2, in: flow)
        walk.reverse(0, in: flow)
        #expect(screens(walk) == ["home", "about"])
    }

    @Test func `a module embedded later hides the earlier one until it is removed`() throws {
        let flow = try FlowSample.flow(
            FlowSample.text(["home", "a", "b"], [("home", "first", "a", "embed"), ("home", "second", "b", "embed")]))
        var walk = FlowWalk(flow, entries: [0, 1])
        #expect(screens(walk) == ["home[b]"])
        walk.reverse(1, in: flow)
        #expect(screens(walk) == ["home[a]"])
    }

    @Test func `connections that the flow does not allow are ignored`() throws {
        let flow = try FlowSample.flow(FlowSample.everyKind)
        #expect(FlowWalk(flow, entries: [1, 99, -1, 4]).entries == [])
        #expect(FlowWalk(flow, entries: [2, 1, 3]).entries == [2, 3])
        var walk = FlowWalk(flow, entries: [2])
        let isOpened = walk.perform(0, in: flow), isReversed = walk.reverse(1, in: flow)
        #expect(!isOpened && !isReversed)
        #expect(walk.entries == [2])
    }

    @Test func `a cycle of connections is performed up to the limit`() throws {
        let flow = try FlowSample.flow(
            FlowSample.text(["a", "b"], [("a", "on", "b", "push"), ("b", "on", "a", "present")]))
        let walk = FlowWalk(flow, entries: (0..<100).map { $0 % 2 })
        #expect(walk.entries.count == FlowWalk.limit)
        #expect(walk.layers.count == FlowWalk.limit + 1)
    }

    @Test func `every reachable module has a path that opens it`() throws {
        let flow = try FlowSample.flow(FlowSample.everyKind)
        for (place, way) in flow.ways {
            let walk = FlowWalk(flow, entries: way)
            #expect(walk.entries == way)
            #expect(walk.visible.contains { $0.module == flow.modules[place].id })
        }
        #expect(flow.ways.count == 6)
    }

    @Test func `mapped values are shown with a sample of the payload`() throws {
        let flow = try FlowSample.flow(
            """
            {"type": "ModuleFlow", "start": "a", "modules": [
             {"id": "a", "content": {"feature": "x"}, "output": [{"event": "sent", "payload": {"type": "object",
              "properties": {"item": {"type": "object", "properties": {"id": {"type": "string", "x-test": "K-7"},
               "count": {"type": "integer", "x-test": 3}}}}}}]},
             {"id": "b", "content": {"feature": "y"}}],
             "connections": [{"from": "a", "event": "sent", "to": "b", "transition": {"kind": "push"},
              "map": {"/order/key": "/item/id", "/order/count": "/item/count", "/none": "/item/none", "bad": "/item/id"}}]}
            """)
        let connection = try #require(flow.connections.first)
        let input = FlowInput(connection, output: flow.module("a")?.output("sent"), language: "en", work: WorkBudget())
        #expect(input.input.filter { !$0.isWhitespace } == #"{"order":{"key":"K-7","count":3}}"#)
        #expect(input.payload?.contains("K-7") == true)
        #expect(!input.isRefused)
        #expect(FlowInput(connection, output: nil, language: "en", work: WorkBudget()).input == "{}")
    }
}
