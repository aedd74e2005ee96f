import JSONText

/// Draws the phone's screen for the state of a walk (``FlowWalk``): the topmost module with the bar or frame of its
/// transition, over the previous screen.
struct FlowScreenDrawing {
    let setting: DocumentSetting
    let flow: ModuleFlow
    let contents: ModuleContentDrawing
    /// The form that the walk's buttons post; nil if nothing can be posted.
    let formID: SharedFormID?
    /// The key of the screen whose form was posted.
    var target: String?

    /// The last action, which determines the animation.
    enum Move: Equatable {
        case none, opened
        /// A connection was reversed.
        case reversed(FlowConnection.Kind?, isAnimated: Bool)
    }

    private var drawing: Drawing { setting.drawing }
    private var form: String? { formID?.identifier }
    private var words: FrameWords { setting.words }

    /// Returns the screen. With several screens on one page, `prefix` makes their ids unique, and layers below are
    /// omitted.
    func markup(_ walk: FlowWalk, move: Move, prefix: String = "") -> Markup {
        let groups = Self.groups(walk)
        guard let top = groups.last else { return .empty }
        let under = groups.count > 1 && prefix.isEmpty ? groups[groups.count - 2] : nil
        let tools = drawing.tools
        let layers = under.map { [layer($0, in: walk, isUnder: true, prefix: "under-", move: .none)] } ?? []
        // The previous screen cannot be used, so the page shows no controls for it.
        drawing.tools = tools
        return drawing.render(
            "flow-stage",
            Context(
                go: FlowEntry.buttonName(setting.openFeatures.count), isOver: groups.count > 1, under: layers,
                top: layer(top, in: walk, isUnder: false, prefix: prefix, move: move)))
    }

    private struct Context {
        /// The HTML name of the walk's buttons.
        let go: String
        /// True if the topmost screen covers a previous one.
        let isOver: Bool
        let under: [Layer]
        let top: Layer
    }

    /// A module with its bar, handle or frame.
    private struct Layer {
        let kind: String
        let classes: String
        let label: String
        let pointer: String
        /// The title in the bar; nil for a module without a bar.
        let barTitle: String?
        /// The level of a window, as the document names it; nil for other modules.
        let level: String?
        let back: Button?
        let close: Button?
        /// The handle at the top of a curtain, which closes it; nil for other modules.
        let handle: Button?
        let barClasses: String
        let handleClasses: String
        let content: Markup
    }

    /// A button of the walk; only its picture is drawn where it cannot be pressed.
    private struct Button {
        let text: String
        /// The value that the form posts, under the name in `Context.go`, if the button is pressed.
        let press: String
        /// The HTML id of the form that the button posts; nil where it cannot be pressed.
        let owner: String?
        let glyph: Markup
    }

    /// Returns the layers in groups. A group begins with the start module or with a module opened by a transition other
    /// than `push`; the modules pushed onto it follow.
    private static func groups(_ walk: FlowWalk) -> [[FlowWalk.Layer]] {
        var groups: [[FlowWalk.Layer]] = []
        for layer in walk.layers {
            if layer.kind == .push, !groups.isEmpty {
                groups[groups.count - 1].append(layer)
            } else {
                groups.append([layer])
            }
        }
        return groups
    }

    private func layer(
        _ group: [FlowWalk.Layer], in walk: FlowWalk, isUnder: Bool, prefix: String, move: Move
    ) -> Layer {
        let (root, top) = (group[0], group[group.count - 1])
        let shown = top.base
        let module = flow.module(shown.module)
        let title = name(shown.module)
        let isPushed = group.count > 1
        let opening = connection(of: shown, in: walk)
        let frame = connection(of: root.base, in: walk)
        var classes = "is-\(root.kind?.rawValue ?? "root")"
        switch move {
        case .opened where opening?.isAnimated == true: classes += " moves-\(opening?.kind?.rawValue ?? "")"
        case .reversed(.push, isAnimated: true): classes += " moves-back"
        case .none, .opened, .reversed: break
        }
        let appearance = opening.map { FlowAppearance($0, module: module) }
        let sheet = frame.map { FlowAppearance($0, module: flow.module(root.base.module)) }
        let previous = isPushed ? name(group[group.count - 2].base.module) : nil
        let isWindow = root.kind == .window || root.kind == .present
        return Layer(
            kind: root.kind?.rawValue ?? "start", classes: classes, label: words["screen", ["name": title]],
            pointer: drawing.pointer(module?.path ?? ""), barTitle: isPushed || isWindow ? title : nil,
            level: root.kind == .window ? sheet?.text("level") : nil,
            back: previous.flatMap { previous in
                shown.entry.map { button(previous, "back:\($0)", "chevron-left", isUnder: isUnder) }
            },
            close: isWindow ? root.base.entry.map { close(root, $0, isUnder: isUnder) } : nil,
            handle: root.kind == .curtain ? root.base.entry.map { close(root, $0, isUnder: isUnder) } : nil,
            barClasses: isPushed ? appearance?.tint("barTintColor", drawing: drawing) ?? "" : "",
            handleClasses: sheet?.tint("handlerColor", drawing: drawing) ?? "",
            content: content(shown, in: walk, prefix: prefix, formID: isUnder ? nil : formID, isUnder: isUnder))
    }

    private func button(_ text: String, _ press: String, _ icon: String, isUnder: Bool) -> Button {
        Button(text: text, press: press, owner: isUnder ? nil : form, glyph: drawing.icons.glyph(named: icon))
    }

    private func close(_ layer: FlowWalk.Layer, _ entry: Int, isUnder: Bool) -> Button {
        let text = words["reverse-\(layer.kind?.rawValue ?? "present")", ["name": name(layer.base.module)]]
        return button(text, "back:\(entry)", "cross", isUnder: isUnder)
    }

    /// Returns the connection that opened a module; nil for the start module.
    private func connection(of shown: FlowWalk.Shown, in walk: FlowWalk) -> FlowConnection? {
        shown.entry.flatMap { flow.connection(walk.entries[$0]) }
    }

    private func name(_ module: String) -> String {
        flow.module(module).flatMap { ContentTitle.title(of: $0, others: setting.others) } ?? module
    }

    // MARK: Content

    /// Returns a module's content with its embedded modules and its empty containers. The first form in it gets the id
    /// that the walk's buttons refer to, so that they post the typed values too.
    private func content(
        _ shown: FlowWalk.Shown, in walk: FlowWalk, prefix: String, formID: SharedFormID?, isUnder: Bool
    ) -> Markup {
        guard let module = flow.module(shown.module) else { return .empty }
        let key = shown.key
        let depth = setting.openFeatures.count
        let outer = drawing.sendable
        drawing.sendable = isUnder ? [:] : sendable(module, in: walk)
        defer { drawing.sendable = outer }
        // Embedded modules are drawn first, but a form of the module itself precedes them on the page.
        let formIDOfEmbedded = shown.topmost.isEmpty || contents.startsWithForm(module) ? nil : formID
        var embedded = shown.topmost.map { one in
            let inside = content(
                one.shown, in: walk, prefix: "\(prefix)in\(one.shown.key)-", formID: formIDOfEmbedded, isUnder: isUnder)
            return (
                tag: one.container,
                markup: drawing.render(
                    "flow-embedded",
                    Embedded(
                        pointer: drawing.pointer(flow.module(one.shown.module)?.path ?? ""),
                        label: words["screen", ["name": name(one.shown.module)]], isFilled: true, content: inside))
            )
        }
        for connection in flow.connections(from: module.id) {
            guard connection.kind == .embed, let tag = connection.container,
                !embedded.contains(where: { $0.tag == tag })
            else { continue }
            let slot = Embedded(
                pointer: drawing.pointer(connection.path), label: words["slot", ["name": tag]], isFilled: false,
                content: .empty)
            embedded.append((tag: tag, markup: drawing.render("flow-embedded", slot)))
        }
        let additions = ModuleContentDrawing.Additions(
            embedded: embedded, prefix: prefix,
            fields: isUnder
                ? [] : FlowEntry.fields(walk, depth: depth) + [PreviewOptions.Field(name: "_at\(depth)", value: key)],
            isPosted: !isUnder && target == key, kept: walk.kept[key], formID: formID)
        return contents.markup(module, adding: additions)
    }

    /// Returns the index of the connection whose event the posted form sends; nil if there is none.
    func sentPlace(_ walk: FlowWalk) -> Int? {
        guard let shown = walk.visible.first(where: { $0.key == target }), let module = flow.module(shown.module)
        else { return nil }
        let sendable = sendable(module, in: walk)
        return sendable.isEmpty ? nil : contents.sentEvent(module).flatMap { sendable[$0]?.place }
    }

    /// Returns the events of a module that perform a connection now, by name. Of several connections from an event, the
    /// first is performed.
    private func sendable(_ module: FlowModule, in walk: FlowWalk) -> [String: SentEvent] {
        guard let form, walk.entries.count < FlowWalk.limit else { return [:] }
        let depth = setting.openFeatures.count
        let connections = flow.connections(from: module.id).filter { $0.kind != nil && flow.module($0.to) != nil }
        return Dictionary(
            connections.map {
                (
                    $0.event,
                    SentEvent(
                        depth: depth, place: $0.place, label: words["sends", ["event": $0.event]], form: form)
                )
            }, uniquingKeysWith: { first, _ in first })
    }

    private struct Embedded {
        let pointer: String
        let label: String
        let isFilled: Bool
        let content: Markup
    }
}
