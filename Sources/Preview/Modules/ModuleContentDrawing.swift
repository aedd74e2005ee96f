import JSONText
import SchemaRepository

/// Draws what a module shows: its element, or the document of the feature it names.
struct ModuleContentDrawing {
    /// Documents inside each other at most.
    static let depthLimit = 4

    let setting: DocumentSetting
    let elementSlot: Slot

    /// What a module's content is drawn with.
    struct Placing {
        /// What stands inside elements of the content, by their tag.
        var embedded: [(tag: String, markup: Markup)] = []
        /// The beginning of the identifiers of another document's parts; empty where it stands in the page once.
        var prefix = ""
        /// What the forms inside post besides their own fields.
        var fields: [PreviewOptions.Field] = []
        /// Whether what was posted is meant for this content.
        var isPosted = false
        /// What the content was left with, where nothing was posted for it.
        var kept: [PreviewOptions.Field]?
    }

    private var words: FrameWords { setting.words }
    private var openDepth: Int { setting.openFeatures.count }

    /// The content, with what is embedded in it; what finds no element of its tag follows below.
    func markup(_ module: FlowModule, placing: Placing) -> Markup {
        switch module.content {
        case .element(let element, let path):
            let drawing = setting.drawing
            let left = place(placing.embedded, in: element, path: path, drawing: drawing)
            let markup = drawing.draw(element, slot: elementSlot, path: path, depth: 0)
            return following(markup, left + takeInserts(drawing))
        case .feature(let name):
            return feature(name, module: module, placing: placing)
        case .nothing:
            return card("module-empty", [:], icon: "document", path: module.path, embedded: placing.embedded)
        }
    }

    private func feature(_ name: String, module: FlowModule, placing: Placing) -> Markup {
        let path = module.contentPath
        guard !setting.openFeatures.contains(name) else {
            return card("module-cycle", ["name": name], icon: "refresh", path: path, embedded: placing.embedded)
        }
        guard setting.openFeatures.count < Self.depthLimit else {
            return card("module-deep", ["name": name], icon: "category", path: path, embedded: placing.embedded)
        }
        guard let checked = setting.others.document(of: name) else {
            return card("module-missing", ["name": name], icon: "document", path: path, embedded: placing.embedded)
        }
        guard let document = checked.document else {
            return card("module-broken", ["name": name], icon: "warning", path: path, embedded: placing.embedded)
        }
        // What is embedded belongs to this document and not to the other one, so it goes in when that is done.
        let marks = placing.embedded.indices.map { Markup(html: "<!--embedded \(openDepth) \($0)-->") }
        let (markup, left, tools) = setting.drawing.nested(checked.diagnostics) { drawing in
            let left = place(
                zip(placing.embedded, marks).map { ($0.tag, $1) }, in: document.root, path: "", drawing: drawing)
            var options = setting.options
            if !placing.isPosted, let kept = placing.kept {
                // What was pressed there is pressed again, so that its answer stands; a form that was left pressed nothing.
                let hasPressed = kept.contains { $0.name == "_do" }
                options.data = kept + (hasPressed ? [] : [PreviewOptions.Field(name: "_do", value: "refresh")])
            } else if !placing.isPosted {
                options.data = []
                options.submitted = false
                options.step = 1
            }
            let inner = inside(document, of: name, drawing: drawing, options: options)
            var markup = setting.renderer.draw(inner, kind: checked.kind).markup
            let messages = drawing.takeIssues(at: "")
            if !messages.isEmpty {
                markup = Markup(
                    html: "<div class=\"screen-issues\" role=\"note\">\(drawing.list(messages).html)</div>"
                        + markup.html)
            }
            return (markup, left + takeInserts(drawing), drawing.tools)
        }
        setting.drawing.tools += tools.map { $0.pointing(to: path).prefixed(placing.prefix) }
        var own = markup.pointing(to: path).carrying(placing.fields)
        if !placing.prefix.isEmpty { own = own.prefixed(placing.prefix) }
        var html = following(own, left).html
        for (embedded, mark) in zip(placing.embedded, marks) {
            html = html.replacing(mark.html, with: embedded.markup.html)
        }
        return Markup(html: html)
    }

    /// The event that a posted form sends as the content of a module; nil where the content is no form, or the post did
    /// not submit it.
    func sentEvent(_ module: FlowModule) -> String? {
        guard case .feature(let name) = module.content, !setting.openFeatures.contains(name),
            let checked = setting.others.document(of: name), let document = checked.document,
            setting.renderer.shelf(of: document.root, kind: checked.kind) == "form"
        else { return nil }
        return FormDrawing(inside(document, of: name, drawing: setting.drawing, options: setting.options)).sentEvent
    }

    private func inside(
        _ document: JSONDocument, of name: String, drawing: Drawing, options: PreviewOptions
    ) -> DocumentSetting {
        DocumentSetting(
            document: document, drawing: drawing, options: options,
            frame: FrameURLs(formAction: setting.frame.formAction.map(FlowEntry.action)), sources: setting.sources,
            words: words, renderer: setting.renderer, others: setting.others,
            openFeatures: setting.openFeatures + [name], work: setting.work)
    }

    /// Hands what is embedded to the elements of its tags; answers what has no such element.
    private func place(
        _ embedded: [(tag: String, markup: Markup)], in value: JSONValue, path: String, drawing: Drawing
    ) -> [Markup] {
        embedded.compactMap { tag, markup in
            guard let place = Self.place(of: tag, in: value, path: path, drawing: drawing, depth: 0) else {
                return markup
            }
            drawing.inserts[place, default: []].append(markup)
            return nil
        }
    }

    /// Where the element of a tag stands.
    private static func place(
        of tag: String, in value: JSONValue, path: String, drawing: Drawing, depth: Int
    ) -> String? {
        guard depth < Drawing.depthLimit else { return nil }
        if value.kind == .object, value["type"] != nil, value["tag"]?.string == tag { return path }
        for member in value.members {
            let path = drawing.path(path, member.name)
            if let found = place(of: tag, in: member.value, path: path, drawing: drawing, depth: depth + 1) {
                return found
            }
        }
        for (index, element) in value.elements.enumerated() {
            if let found = place(of: tag, in: element, path: "\(path)/\(index)", drawing: drawing, depth: depth + 1) {
                return found
            }
        }
        // A child of a layout by constraints has its tag beside it.
        if value.kind == .object, value["tag"]?.string == tag {
            return value["element"] == nil ? path : path + "/element"
        }
        return nil
    }

    /// What was handed to elements that were not drawn.
    private func takeInserts(_ drawing: Drawing) -> [Markup] {
        let left = drawing.inserts.sorted { $0.key < $1.key }.flatMap(\.value)
        drawing.inserts = [:]
        return left
    }

    private func following(_ markup: Markup, _ embedded: [Markup]) -> Markup {
        guard !embedded.isEmpty else { return markup }
        return Markup(joining: [markup] + embedded)
    }

    /// A card in place of content that there is not.
    private func card(
        _ key: String, _ values: KeyValuePairs<String, String>, icon: String, path: String,
        embedded: [(tag: String, markup: Markup)]
    ) -> Markup {
        let box = setting.drawing.render(
            "module-missing",
            MissingContext(
                icon: setting.drawing.icons.glyph(named: icon), pointer: path, message: words[key, values]))
        return following(setting.drawing.noted(box, path: path), embedded.map(\.markup))
    }

    private struct MissingContext {
        let icon: Markup
        let pointer: String
        let message: String
    }
}
