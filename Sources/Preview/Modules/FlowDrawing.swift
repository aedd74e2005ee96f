import JSONText

/// Draws a module flow: its map and its modules. If the page can be posted, a person walks from module to module
/// (``FlowWalk``); otherwise the screens of all modules are shown. A flow inside another document has no map and, on a
/// page that cannot be posted, only the screen of its start module.
struct FlowDrawing: DocumentDrawing {
    /// The maximum number of screens shown with sample data on one page.
    private static let sampleLimit = 40

    let setting: DocumentSetting
    let flow: ModuleFlow
    let contents: ModuleContentDrawing

    init(_ setting: DocumentSetting, moduleShape: ObjectShape?) {
        self.setting = setting
        flow = ModuleFlow(setting.root, others: setting.others)
        contents = ModuleContentDrawing(setting: setting, elementType: ModuleDrawing.elementType(moduleShape))
    }

    var drawing: Drawing { setting.drawing }
    var words: FrameWords { setting.words }
    private var depth: Int { setting.openFeatures.count }

    func markup() -> Markup {
        guard !flow.modules.isEmpty else { return drawing.outline(setting.root, entity: nil, path: "", depth: 0) }
        guard let action = setting.frame.formAction else {
            return depth > 0 ? nestedStart() : drawing.render("flow", allScreens())
        }
        return drawing.render("flow", walking(action))
    }

    /// Returns the title of a module's content, or the module's id if the content has none.
    func name(_ module: String) -> String {
        flow.module(module).flatMap { ContentTitle.title(of: $0, others: setting.others) } ?? module
    }

    // MARK: Walking

    private func walking(_ action: String) -> FlowContext {
        setting.use(posting: ["flow"])
        let entry = FlowEntry(setting.options, depth: depth)
        var walk = FlowWalk(flow, entries: entry.entries, kept: entry.kept)
        if let target = entry.target { walk.kept.keep(entry.controls, at: target) }
        var move = FlowScreenDrawing.Move.none
        var news: String?
        // The walk's buttons post the visible module's own form, if it has one.
        let formID = setting.formID.flatMap { $0.isTaken ? nil : $0 } ?? SharedFormID(drawing.id("flow-\(depth)"))
        let form = formID.identifier
        var stage = FlowScreenDrawing(
            setting: setting, flow: flow, contents: contents, formID: formID,
            target: entry.press == .none ? entry.target : nil)
        let press = stage.sentPlace(walk).map(FlowEntry.Press.open) ?? entry.press
        if press != .none { stage.target = nil }
        switch press {
        case .none: break
        case .restart: walk = FlowWalk(start: flow.start)
        case .open(let place):
            if walk.perform(place, in: flow), let connection = flow.connection(place) {
                move = .opened
                news = words["opened", ["name": name(connection.to), "kind": connection.kind?.rawValue ?? ""]]
            }
        case .reverse(let place):
            let connection = walk.entries.indices.contains(place) ? flow.connection(walk.entries[place]) : nil
            if walk.reverse(place, in: flow) {
                move = .reversed(connection?.kind, isAnimated: connection?.isAnimated ?? false)
                news = words["reversed", ["name": name(walk.layers.last?.base.module ?? "")]]
            }
        }
        let screen = stage.markup(walk, move: move)
        let tools = takeTools()
        let needsForm = formID.take() != nil
        let step = FlowContext.Step(
            anchor: nil, name: nil, id: nil, note: walk.entries.count >= FlowWalk.limit ? words["walk-full"] : nil,
            forms: depth == 0 && drawing.walkForms > 1 ? words["several-forms"] : nil, stage: screen,
            senders: senders(walk, form: form), received: received(walk), tools: tools)
        return FlowContext(
            language: words.language, go: FlowEntry.buttonName(depth), isNested: depth > 0,
            post: FlowContext.Post(
                identifier: form, action: needsForm ? FlowEntry.action(action) : nil,
                fields: (setting.carried + FlowEntry.fields(walk, depth: depth)).map {
                    FlowContext.Hidden(name: $0.name, value: $0.value)
                }),
            heading: depth == 0 ? setting.root["title"]?.string : nil, map: depth == 0 ? map(walk) : nil,
            stackTitle: words["stack"], stack: stack(walk, form: form),
            restart: walk.entries.isEmpty ? nil : words["restart"], news: news, isAlone: false, steps: [step])
    }

    /// Removes and returns the controls beside the phone; those of a nested flow remain for the outer document.
    private func takeTools() -> FlowContext.Tools? {
        guard depth == 0, !drawing.tools.isEmpty else { return nil }
        defer { drawing.tools = [] }
        return FlowContext.Tools(parts: drawing.tools)
    }

    /// Returns the open modules, including embedded ones, beginning with the start module.
    private func stack(_ walk: FlowWalk, form: String) -> [FlowContext.Opened] {
        let visible = Set(walk.visible.map(\.entry))
        let start = FlowContext.Opened(
            name: flow.start, kind: nil, icon: .empty, owner: nil, press: nil, reverse: nil,
            isCurrent: visible.contains(nil))
        return [start]
            + walk.entries.enumerated().compactMap { place, entry in
                flow.connection(entry).map { connection in
                    let kind = connection.kind?.rawValue ?? ""
                    return FlowContext.Opened(
                        name: connection.to, kind: kind, icon: drawing.icons.glyph(named: "transition-\(kind)"),
                        owner: form, press: "back:\(place)",
                        reverse: words["reverse-\(kind)", ["name": name(connection.to)]],
                        isCurrent: visible.contains(place))
                }
            }
    }

    /// Returns the events of the visible modules. Those with a connection are buttons of the form; after
    /// `FlowWalk.limit` connections they cannot be pressed. On a page that cannot be posted, they are links to the
    /// targets' screens.
    func senders(_ walk: FlowWalk, form: String?) -> [FlowContext.Sender] {
        var seen: Set<String> = []
        return walk.visible.filter { seen.insert($0.module).inserted }.compactMap { shown in
            flow.module(shown.module).map { sender($0, form: walk.entries.count < FlowWalk.limit ? form : nil) }
        }
    }

    func sender(_ module: FlowModule, form: String?) -> FlowContext.Sender {
        let connections = flow.connections(from: module.id)
        let declared = Set(module.outputs.map(\.event))
        var events: [FlowContext.Event] = module.outputs.flatMap { output in
            let own = connections.filter { $0.event == output.event }
            return own.isEmpty ? [unbound(output)] : own.map { event($0, form: form) }
        }
        events += connections.filter { !declared.contains($0.event) }.map { event($0, form: form) }
        return FlowContext.Sender(
            heading: words["events", ["name": module.id]], path: drawing.pointer(module.path), events: events,
            nothing: events.isEmpty ? words["sends-nothing"] : nil)
    }

    private struct EventContext {
        let go: String
        let event: String
        let target: String?
        let kind: String?
        let icon: Markup
        let path: String
        /// The HTML id of the form that the event's button posts; nil if the event is not drawn as a button.
        let owner: String?
        /// The value that the button posts; nil for an event without a connection.
        let press: String?
        let anchor: String?
        let unbound: String?
    }

    private func unbound(_ output: FlowModule.Output) -> FlowContext.Event {
        let context = EventContext(
            go: FlowEntry.buttonName(depth), event: output.event, target: nil, kind: nil,
            icon: drawing.icons.glyph(named: "transition-unknown"),
            path: drawing.pointer(output.path), owner: nil, press: nil, anchor: nil, unbound: words["unbound"])
        return FlowContext.Event(markup: drawing.noted(drawing.render("flow-event", context), path: output.path))
    }

    private func event(_ connection: FlowConnection, form: String?) -> FlowContext.Event {
        let target = flow.place(of: connection.to)
        let canOpen = target != nil && connection.kind != nil
        let kind = connection.kind?.rawValue
        let context = EventContext(
            go: FlowEntry.buttonName(depth), event: connection.event, target: connection.to, kind: kind ?? "?",
            icon: drawing.icons.glyph(named: "transition-\(kind ?? "unknown")"), path: drawing.pointer(connection.path),
            owner: canOpen ? form : nil, press: String(connection.place),
            anchor: form == nil && setting.frame.formAction == nil && depth == 0
                ? target.map { "flow-module-\($0)" } : nil,
            unbound: nil)
        return FlowContext.Event(
            markup: drawing.noted(drawing.render("flow-event", context), path: connection.path))
    }

    /// Returns the sample data that the visible modules received from the connections that opened them.
    func received(_ walk: FlowWalk) -> [FlowContext.Received] {
        walk.visible.compactMap(\.entry).compactMap { flow.connection(walk.entries[$0]) }.compactMap { connection in
            guard !connection.map.isEmpty || flow.module(connection.to)?.input != nil else { return nil }
            let output = flow.module(connection.from)?.output(connection.event)
            let input = FlowInput(connection, output: output, language: words.language, work: setting.work)
            let remark =
                input.isRefused
                ? words["no-sample", ["event": connection.event]]
                : connection.map.isEmpty ? words["nothing-mapped"] : nil
            return FlowContext.Received(
                heading: words["receives", ["name": connection.to]], json: input.input, remark: remark,
                carriesTitle: input.payload.map { _ in words["carries", ["event": connection.event]] },
                carries: input.payload)
        }
    }

    // MARK: All screens

    private func allScreens() -> FlowContext {
        let stage = FlowScreenDrawing(setting: setting, flow: flow, contents: contents, formID: nil)
        let ways = flow.ways
        let steps = flow.modules.enumerated().map { place, module in
            let walk = ways[place].map { arriving(at: module, by: $0) } ?? FlowWalk(start: module.id)
            let screen = stage.markup(walk, move: .none, prefix: "m\(place)-")
            return FlowContext.Step(
                anchor: "flow-module-\(place)", name: name(module.id), id: module.id,
                note: ways[place] == nil ? words["unreachable-here"] : nil, forms: nil,
                stage: screen,
                senders: [sender(module, form: nil)],
                received: place < Self.sampleLimit ? received(walk).suffix(1) : [],
                tools: takeTools())
        }
        return FlowContext(
            language: words.language, go: FlowEntry.buttonName(depth), isNested: false, post: nil,
            heading: setting.root["title"]?.string,
            map: map(FlowWalk(start: flow.start), isAlone: true), stackTitle: nil, stack: [], restart: nil, news: nil,
            isAlone: true, steps: steps)
    }

    /// Returns a walk that shows a module. It performs the last six connections of `way`, the path to the module; if
    /// they do not lead to the module, the walk starts there.
    private func arriving(at module: FlowModule, by way: [Int]) -> FlowWalk {
        let last = Array(way.suffix(6))
        let walk = FlowWalk(flow, entries: last, start: last.first.flatMap { flow.connection($0)?.from })
        return walk.visible.contains { $0.module == module.id } ? walk : FlowWalk(start: module.id)
    }

    /// Returns the start module's screen of a flow inside another document, for a page that cannot be posted.
    private func nestedStart() -> Markup {
        FlowScreenDrawing(setting: setting, flow: flow, contents: contents, formID: nil)
            .markup(FlowWalk(start: flow.start), move: .none, prefix: "start-")
    }
}
