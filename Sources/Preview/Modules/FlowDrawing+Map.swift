import JSONText

extension FlowDrawing {
    /// Returns the map with its legend, the problems not shown elsewhere, and the map's content as a list.
    func map(_ walk: FlowWalk, isAlone: Bool = false) -> FlowContext.Map {
        let map = FlowMap(
            flow: flow, titles: flow.modules.map { ContentTitle.title(of: $0, others: setting.others) }, words: words,
            isRightToLeft: drawing.geometry.isRightToLeft,
            shown: isAlone ? [] : Set(walk.visible.map(\.module)), performed: Set(walk.entries),
            isBroken: drawing.hasIssues, pointer: { drawing.pointer($0) }, icons: drawing.icons)
        return FlowContext.Map(
            title: words["map"], picture: map.markup(), legend: legend, problems: problems,
            omitted: flow.omitted > 0 ? words["modules-omitted", ["count": words.number(flow.omitted)]] : nil,
            listTitle: words["map-list"], list: list)
    }

    /// The kinds of transition that the flow uses.
    private var legend: [FlowContext.Legend] {
        let used = Set(flow.connections.compactMap(\.kind))
        return FlowConnection.Kind.allCases.filter(used.contains).map { kind in
            FlowContext.Legend(
                kind: kind.rawValue, meaning: words["means-\(kind.rawValue)"],
                icon: drawing.icons.glyph(named: "transition-\(kind.rawValue)"))
        }
    }

    /// The first 60 problems of `start`, modules and connections that no other part of the page shows.
    private var problems: [FlowContext.Problem] {
        func problems(_ path: String, _ name: String) -> [FlowContext.Problem] {
            drawing.takeIssues(at: path).map {
                FlowContext.Problem(place: drawing.pointer(path), message: Markup(message: $0), name: name)
            }
        }
        let ofConnections = flow.connections.flatMap { problems($0.path, "\($0.from) · \($0.event) → \($0.to)") }
        let ofModules = flow.modules.flatMap { problems($0.path, $0.id) }
        return Array((problems("/start", flow.start) + ofModules + ofConnections).prefix(60))
    }

    // MARK: The map as a list

    private var list: [FlowContext.Listed] {
        let ways = flow.ways
        return flow.modules.enumerated().map { place, module in
            var marks: [String] = []
            if module.id == flow.start { marks.append(words["start"]) }
            if ways[place] == nil { marks.append(words["unreachable"]) }
            return FlowContext.Listed(
                module: module.id, marks: marks.isEmpty ? nil : marks.joined(separator: ", "),
                shows: ContentTitle.title(of: module, others: setting.others), facts: facts(module))
        }
    }

    private func facts(_ module: FlowModule) -> [FlowContext.Fact] {
        var facts: [FlowContext.Fact] = []
        if let input = module.input {
            let summary = ContractSummary(input, words: words)
            let text = summary.rows.isEmpty ? summary.text : summary.rows.map(\.text).joined(separator: ", ")
            facts.append(FlowContext.Fact(name: words["input"], text: text))
        }
        let connections = flow.connections(from: module.id)
        let declared = module.outputs.map { ($0.event, $0.payload.map { ContractSummary($0, words: words).text }) }
        let others = connections.map(\.event).filter { event in !declared.contains { $0.0 == event } }
        for (event, payload) in declared + others.map({ ($0, nil) }) {
            let targets = connections.filter { $0.event == event }.map { "→ \($0.to) · \($0.kind?.rawValue ?? "?")" }
            let leads = targets.isEmpty ? words["unbound"] : targets.joined(separator: ", ")
            facts.append(
                FlowContext.Fact(name: event, text: [payload, leads].compactMap(\.self).joined(separator: " ")))
        }
        return facts
    }
}
