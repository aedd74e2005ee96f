import JSONText

/// Draws the map of a flow as a picture with a card for every module and an arrow for every connection.
struct FlowMap {
    let flow: ModuleFlow
    let titles: [String?]
    let words: FrameWords
    let isRightToLeft: Bool
    /// The ids of the visible modules.
    let shown: Set<String>
    /// The indexes of the performed connections.
    let performed: Set<Int>
    /// Returns true if there is an error at a path or inside it.
    let isBroken: (String) -> Bool
    /// Returns the pointer that the page shows for a path in the flow.
    let pointer: (String) -> String
    let icons: IconSet

    private struct Arrow {
        let connection: FlowConnection
        let link: FlowMapLayout.Link
        let label: String
    }

    /// Returns the picture as an `<svg>` with labels for screen readers.
    func markup() -> Markup {
        let (cards, places) = cards()
        let arrows = flow.connections.compactMap { connection -> Arrow? in
            guard let from = places[connection.from], let to = places[connection.to],
                let port = cards[from].ports[connection.place]
            else { return nil }
            let label = label(connection)
            let width = SVGText.width(label, size: 11) + 36
            let link = FlowMapLayout.Link(from: from, to: to, port: port, label: Int(bounding: width.rounded(.up)))
            return Arrow(connection: connection, link: link, label: label)
        }
        let reached = Set(flow.ways.keys)
        let layout = FlowMapLayout(
            cards.enumerated().map { place, card in
                FlowMapLayout.Card(height: card.height, isUnreachable: card.module != nil && !reached.contains(place))
            }, links: arrows.map(\.link), start: flow.place(of: flow.start))
        let canvas = SVGCanvas(width: layout.width, height: layout.height, isMirrored: isRightToLeft)
        var html = ""
        if let top = layout.unreachableTop {
            html += canvas.text(words["unreachable-here"], x: 24, y: top + 16, classes: "band", limit: nil)
        }
        for (arrow, route) in zip(arrows, layout.routes) { html += line(arrow, route, canvas) }
        for (place, card) in cards.enumerated() {
            html += drawn(
                card, in: layout.boxes[place], isReached: reached.contains(place) || card.module == nil, canvas)
        }
        for (arrow, route) in zip(arrows, layout.routes) { html += chip(arrow, route, canvas) }
        return Markup(html: canvas.svg(html, title: words["map"], description: description))
    }

    private var description: String {
        words[
            "map-is",
            [
                "modules": words.number(flow.modules.count), "connections": words.number(flow.connections.count),
                "start": flow.start,
            ]]
    }

    /// Returns a card for every module and for every unknown id in connections, and the index of the card of each id.
    private func cards() -> (cards: [FlowMapCard], places: [String: Int]) {
        var leaving: [String: [FlowConnection]] = [:]
        for connection in flow.connections { leaving[connection.from, default: []].append(connection) }
        var cards: [FlowMapCard] = [], places: [String: Int] = [:]
        for (place, module) in flow.modules.enumerated() {
            let isFirst = flow.place(of: module.id) == place
            cards.append(
                FlowMapCard(
                    module, id: module.id, title: titles[place],
                    connections: isFirst ? leaving[module.id] ?? [] : [], words: words))
            if isFirst { places[module.id] = place }
        }
        for connection in flow.connections {
            for id in [connection.from, connection.to] where places[id] == nil {
                places[id] = cards.count
                cards.append(
                    FlowMapCard(
                        nil, id: id, title: words["no-module"], connections: leaving[id] ?? [], words: words))
            }
        }
        return (cards, places)
    }

    private func label(_ connection: FlowConnection) -> String {
        let kind = connection.kind?.rawValue ?? "?"
        let event = SVGText.fitted(connection.event, width: 110, size: 11)
        return connection.event.isEmpty ? kind : "\(event) · \(kind)"
    }

    // MARK: Parts

    private func drawn(
        _ card: FlowMapCard, in box: FlowMapLayout.Box, isReached: Bool, _ canvas: SVGCanvas
    ) -> String {
        var classes = "card"
        if card.module == nil || isBroken(card.module?.path ?? "") { classes += " is-broken" }
        if card.module == nil { classes += " is-unknown" }
        if !isReached { classes += " is-unreachable" }
        if shown.contains(card.id), card.module != nil { classes += " is-shown" }
        var html = canvas.rect(box, radius: 12, classes: "box")
        for rule in card.rules {
            html += canvas.path([(box.x, box.y + rule), (box.x + box.width, box.y + rule)], classes: "rule")
        }
        for line in card.lines {
            let isMono = line.style != .title
            let inset = line.style == .input ? 24 : 12
            let text = canvas.text(
                line.text, x: box.x + inset, y: box.y + line.baseline, classes: line.style.rawValue,
                limit: Double(box.width - inset - 12), size: line.style == .id ? 13 : 11.5, isMono: isMono)
            html += line.path.map { "<g data-pointer=\"\(Markup.escape(self.pointer($0)))\">\(text)</g>" } ?? text
            if line.style == .input {
                html += canvas.path(
                    [
                        (box.x + 11, box.y + line.baseline - 7), (box.x + 15, box.y + line.baseline - 4),
                        (box.x + 11, box.y + line.baseline - 1),
                    ],
                    classes: "port-in")
            }
        }
        for port in card.looseEnds {
            let (x, y) = (box.x + box.width, box.y + port)
            html += canvas.path([(x, y), (x + 14, y)], classes: "loose")
            html += canvas.circle(x: x + 18, y: y, radius: 4, classes: "loose-end")
        }
        var badges: [(String, String)] = []
        if card.module != nil, card.id == flow.start { badges.append((words["start"], "badge is-start")) }
        if shown.contains(card.id), card.module != nil { badges.append((words["shown"], "badge is-shown")) }
        if !isReached { badges.append((words["unreachable"], "badge is-unreachable")) }
        var x = box.x + 12
        for (text, classes) in badges {
            let width = Int(bounding: SVGText.width(text, size: 10.5).rounded(.up)) + 16
            html += canvas.rect(
                FlowMapLayout.Box(x: x, y: box.y - 10, width: width, height: 19), radius: 9, classes: classes)
            html += canvas.text(text, x: x + 8, y: box.y + 3, classes: classes + " badge-text", limit: nil)
            x += width + 6
        }
        let pointer = Markup.escape(self.pointer(card.module?.path ?? ""))
        let title = Markup.escape(card.lines.map(\.text).joined(separator: "\n"))
        return "<g class=\"\(classes)\" data-pointer=\"\(pointer)\"><title>\(title)</title>\(html)</g>"
    }

    private func classes(_ arrow: Arrow) -> String {
        let connection = arrow.connection
        var classes = "arrow is-\(connection.kind?.rawValue ?? "unknown")"
        if isBroken(connection.path) || connection.kind == nil { classes += " is-broken" }
        if performed.contains(connection.place) { classes += " is-performed" }
        return classes
    }

    private func line(_ arrow: Arrow, _ route: FlowMapLayout.Route, _ canvas: SVGCanvas) -> String {
        let end = route.points[route.points.count - 1]
        let way = route.isCurve ? canvas.curve(route.points) : canvas.corners(route.points)
        let head = canvas.path(
            [(end.x - 9, end.y - 5), (end.x, end.y), (end.x - 9, end.y + 5)], classes: "head", isClosed: true)
        let pointer = Markup.escape(self.pointer(arrow.connection.path))
        return "<g class=\"\(classes(arrow))\" data-pointer=\"\(pointer)\">\(way)\(head)</g>"
    }

    private func chip(_ arrow: Arrow, _ route: FlowMapLayout.Route, _ canvas: SVGCanvas) -> String {
        let (connection, box) = (arrow.connection, route.label)
        let icon = icons.shape(named: "transition-\(connection.kind?.rawValue ?? "unknown")")
        let title = Markup.escape("\(connection.from) · \(connection.event) → \(connection.to)")
        var html = canvas.rect(box, radius: 11, classes: "chip")
        html += canvas.icon(icon, x: box.x + 8, y: box.y + 4, size: 14)
        html += canvas.text(arrow.label, x: box.x + 27, y: box.y + 15, classes: "chip-text", limit: nil)
        let pointer = Markup.escape(self.pointer(connection.path))
        return "<g class=\"\(classes(arrow))\" data-pointer=\"\(pointer)\"><title>\(title)</title>\(html)</g>"
    }
}
