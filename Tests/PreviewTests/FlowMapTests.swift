import Foundation
import Testing

@testable import Preview

@Suite struct FlowMapTests {
    /// Flows of many shapes.
    private static let flows: [String: String] = [
        "one": FlowSample.text(["a"], [], outputs: ["a": ["loose"]]),
        "two": FlowSample.text(["a", "b"], [("a", "on", "b", "push"), ("b", "back", "a", "present")]),
        "itself": FlowSample.text(["a"], [("a", "again", "a", "push"), ("a", "again", "a", "window")]),
        "every kind": FlowSample.everyKind,
        "chain": FlowSample.text(
            (0..<40).map { "m\($0)" }, (0..<39).map { ("m\($0)", "next", "m\($0 + 1)", "push") }),
        "star": FlowSample.text((0..<40).map { "m\($0)" }, (1..<40).map { ("m0", "open\($0)", "m\($0)", "present") }),
        "web": FlowSample.text(
            (0..<40).map { "m\($0)" },
            (0..<120).map { ("m\($0 * 7 % 40)", "e\($0)", "m\(($0 * 11 + 3) % 40)", "curtain") }),
        "islands": FlowSample.text(
            ["a", "b", "c", "d", "e"], [("a", "on", "b", "push"), ("c", "on", "d", "push"), ("d", "on", "b", "embed")]),
        "nobody": FlowSample.text(["a"], [("a", "on", "ghost", "push"), ("phantom", "on", "a", "push")]),
    ]

    /// Returns the layout of a flow with arrows 28 pixels apart and cards with room for them, and its links.
    private static func layout(_ flow: ModuleFlow) -> (FlowMapLayout, [FlowMapLayout.Link]) {
        var ports: [Int: Int] = [:]
        let links = flow.connections.compactMap { connection -> FlowMapLayout.Link? in
            guard let from = flow.place(of: connection.from), let to = flow.place(of: connection.to) else { return nil }
            ports[from, default: 0] += 1
            return FlowMapLayout.Link(from: from, to: to, port: 20 + (ports[from] ?? 0) * 28, label: 90)
        }
        let ways = flow.ways
        let cards = flow.modules.indices.map {
            FlowMapLayout.Card(height: 60 + (ports[$0] ?? 0) * 28, isUnreachable: ways[$0] == nil)
        }
        return (FlowMapLayout(cards, links: links, start: flow.place(of: flow.start)), links)
    }

    @Test(arguments: flows.keys.sorted()) func `no card covers another, and each is on the map`(name: String) throws {
        let (layout, _) = Self.layout(try FlowSample.flow(try #require(Self.flows[name])))
        for (place, box) in layout.boxes.enumerated() {
            #expect(box.x >= 0 && box.y >= 0)
            #expect(box.x + box.width <= layout.width && box.y + box.height <= layout.height)
            for other in layout.boxes[(place + 1)...] { #expect(!box.meets(other)) }
        }
    }

    @Test(arguments: flows.keys.sorted()) func `every connection is drawn without crossing another card`(
        name: String
    ) throws {
        let (layout, links) = Self.layout(try FlowSample.flow(try #require(Self.flows[name])))
        #expect(layout.routes.count == links.count)
        for (link, route) in zip(links, layout.routes) {
            let (from, to) = (layout.boxes[link.from], layout.boxes[link.to])
            #expect(route.points.first == FlowMapLayout.Point(x: from.x + from.width, y: from.y + link.port))
            #expect(route.points.last == FlowMapLayout.Point(x: to.x, y: to.y + FlowMapLayout.entry))
            for (start, end) in zip(route.points, route.points.dropFirst()) {
                #expect((0...layout.width).contains(end.x) && (0...layout.height).contains(end.y))
                // The arrow may touch its own cards only at their edges.
                let line = FlowMapLayout.Box(
                    x: min(start.x, end.x) + 1, y: min(start.y, end.y), width: max(0, abs(end.x - start.x) - 2),
                    height: max(1, abs(end.y - start.y)))
                if line.width > 0 || start.x == end.x {
                    #expect(!layout.boxes.contains { $0.meets(line) }, "\(name): \(link) crosses a card")
                }
            }
            #expect(!layout.boxes.contains { $0.meets(route.label) })
        }
        for (place, route) in layout.routes.enumerated() {
            for other in layout.routes[(place + 1)...] { #expect(!route.label.meets(other.label)) }
        }
    }

    @Test func `unreachable modules are below the others, dimmed and labeled`() throws {
        let flow = try FlowSample.flow(try #require(Self.flows["islands"]))
        let (layout, _) = Self.layout(flow)
        let top = try #require(layout.unreachableTop)
        for (place, box) in layout.boxes.enumerated() {
            #expect((box.y > top) == (flow.ways[place] == nil))
        }
        let html = try PreviewSample.page(try #require(Self.flows["islands"]))
        #expect(html.components(separatedBy: "class=\"card is-unreachable\"").count == 4)
        #expect(html.contains("No connection leads here from the start"))
    }

    @Test(arguments: flows.keys.sorted()) func `the map has every module and connection with its pointer`(
        name: String
    ) throws {
        let text = try #require(Self.flows[name])
        let flow = try FlowSample.flow(text)
        let html = try PreviewSample.page(text)
        let start = try #require(html.range(of: "<svg class=\"map\"")),
            end = try #require(html.range(of: "</svg>", range: start.upperBound..<html.endIndex))
        let map = String(html[start.lowerBound..<end.upperBound])
        for module in flow.modules {
            #expect(map.contains(">\(module.id)</text>"))
            #expect(map.contains("data-pointer=\"\(module.path)\""))
        }
        for connection in flow.connections {
            let kind = connection.kind?.rawValue ?? ""
            #expect(map.components(separatedBy: "data-pointer=\"\(connection.path)\"").count == 3)
            #expect(map.contains(">\(connection.event) · \(kind)</text>"))
        }
        let chips = map.components(separatedBy: "class=\"chip\"").count - 1
        #expect(chips == flow.connections.count)
    }

    @Test func `an unknown module has a red card`() throws {
        let html = try PreviewSample.page(try #require(Self.flows["nobody"]))
        #expect(html.components(separatedBy: "class=\"card is-broken is-unknown\"").count == 3)
        #expect(html.contains(">ghost</text>"))
    }

    @Test func `the map is mirrored for right-to-left text`() throws {
        let text = try #require(Self.flows["two"])
        let left = try PreviewSample.page(text, options: PreviewOptions(query: ["dir": "ltr"]))
        let right = try PreviewSample.page(text, options: PreviewOptions(query: ["dir": "rtl"]))
        func boxes(_ html: String) -> [Int] {
            html.matches(of: #/<rect class="box" x="([0-9]+)"/#).compactMap { Int($0.output.1) }
        }
        #expect(boxes(left).count == 2)
        #expect(boxes(left)[0] < boxes(left)[1])
        #expect(boxes(right)[0] > boxes(right)[1])
    }
}
