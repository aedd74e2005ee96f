import JSONText
import SchemaRepository

/// Draws the content of a module: its element, or the document of a feature.
struct ModuleContentDrawing {
    /// The maximum depth of nested documents.
    static let depthLimit = 4

    let setting: DocumentSetting
    let elementType: ValueType

    /// The additions to a module's content.
    struct Additions {
        /// The markup to embed in elements of the content, by tag.
        var embedded: [(tag: String, markup: Markup)] = []
        /// The prefix of HTML ids in a feature's document; empty if the page shows the document once.
        var prefix = ""
        /// The additional hidden fields of the forms in the content.
        var fields: [PreviewOptions.Field] = []
        /// True if a form of this content was posted.
        var isPosted = false
        /// The field values last typed in the content, used if none of its forms was posted.
        var kept: [PreviewOptions.Field]?
        /// The form id that the buttons outside the content refer to.
        var formID: SharedFormID?
    }

    private var words: FrameWords { setting.words }
    private var openDepth: Int { setting.openFeatures.count }

    /// Returns the content with embedded modules; embedded modules without a matching element follow the content.
    func markup(_ module: FlowModule, adding additions: Additions) -> Markup {
        switch module.content {
        case .element(let element, let path):
            let drawing = setting.drawing
            let left = place(additions.embedded, in: element, path: path, drawing: drawing)
            let markup = drawing.draw(element, valueType: elementType, path: path, depth: 0)
            return following(markup, left + takeInserts(drawing))
        case .feature(let name):
            return feature(name, module: module, adding: additions)
        case .empty:
            return card("module-empty", [:], icon: "document", path: module.path, embedded: additions.embedded)
        }
    }

    private func feature(_ name: String, module: FlowModule, adding additions: Additions) -> Markup {
        let path = module.contentPath
        guard !setting.openFeatures.contains(name) else {
            return card("module-cycle", ["name": name], icon: "refresh", path: path, embedded: additions.embedded)
        }
        guard setting.openFeatures.count < Self.depthLimit else {
            return card("module-deep", ["name": name], icon: "category", path: path, embedded: additions.embedded)
        }
        guard let checked = setting.others.document(of: name) else {
            return card("module-missing", ["name": name], icon: "document", path: path, embedded: additions.embedded)
        }
        guard let document = checked.document else {
            return card("module-broken", ["name": name], icon: "warning", path: path, embedded: additions.embedded)
        }
        let prefix = additions.prefix
        let (markup, tools) = setting.drawing.nested(checked.diagnostics, at: path, prefix: prefix) { drawing in
            let left = place(additions.embedded, in: document.root, path: "", drawing: drawing)
            var options = setting.options
            if !additions.isPosted, let kept = additions.kept {
                // The button pressed last is posted again to restore the state; if there was none, the post is a
                // refresh.
                let hasPressed = kept.contains { $0.name == "_do" }
                options.data = kept + (hasPressed ? [] : [PreviewOptions.Field(name: "_do", value: "refresh")])
            } else if !additions.isPosted {
                options.data = []
                options.submitted = false
                options.step = 1
            }
            var inner = inside(document, of: name, drawing: drawing, options: options)
            inner.formID = additions.formID
            inner.carried = setting.carried + additions.fields
            var markup = setting.renderer.draw(inner, kind: checked.kind).markup
            let messages = drawing.takeIssues(at: "")
            if !messages.isEmpty {
                markup = Markup(
                    html: "<div class=\"screen-issues\" role=\"note\">\(drawing.list(messages).html)</div>"
                        + markup.html)
            }
            return (following(markup, left + takeInserts(drawing)), drawing.tools)
        }
        setting.drawing.tools += tools
        return markup
    }

    /// Returns true if a module's content is a form, questionnaire or option sheet to fill in, or a document of modules
    /// the first of which has such content.
    func startsWithForm(_ module: FlowModule) -> Bool {
        var open = setting.openFeatures
        var module = module
        while case .feature(let name) = module.content, !open.contains(name), open.count < Self.depthLimit,
            let checked = setting.others.document(of: name)
        {
            if setting.renderer.isFilledIn(checked) { return true }
            guard let next = setting.renderer.firstModule(checked, others: setting.others) else { return false }
            (module, open) = (next, open + [name])
        }
        return false
    }

    /// Returns the event that the posted form in a module sends; nil if the content is not a form or the post did not
    /// submit it.
    func sentEvent(_ module: FlowModule) -> String? {
        guard case .feature(let name) = module.content, !setting.openFeatures.contains(name),
            let checked = setting.others.document(of: name), let document = checked.document,
            setting.renderer.entityKind(of: document.root, kind: checked.kind) == "form"
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

    /// Adds markup to the elements with its tags; returns the markup without a matching element.
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

    /// Returns the path of the element with a tag, or nil.
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
        // A child of a constraint layout has its tag beside the element.
        if value.kind == .object, value["tag"]?.string == tag {
            return value["element"] == nil ? path : path + "/element"
        }
        return nil
    }

    /// Removes and returns the markup for elements that were not drawn.
    private func takeInserts(_ drawing: Drawing) -> [Markup] {
        let left = drawing.inserts.sorted { $0.key < $1.key }.flatMap(\.value)
        drawing.inserts = [:]
        return left
    }

    private func following(_ markup: Markup, _ embedded: [Markup]) -> Markup {
        guard !embedded.isEmpty else { return markup }
        return Markup(joining: [markup] + embedded)
    }

    /// Returns a card in place of content that is missing or cannot be drawn.
    private func card(
        _ key: String, _ values: KeyValuePairs<String, String>, icon: String, path: String,
        embedded: [(tag: String, markup: Markup)]
    ) -> Markup {
        let box = setting.drawing.render(
            "module-missing",
            MissingContext(
                icon: setting.drawing.icons.glyph(named: icon), pointer: setting.drawing.pointer(path),
                message: words[key, values]))
        return following(setting.drawing.noted(box, path: path), embedded.map(\.markup))
    }

    private struct MissingContext {
        let icon: Markup
        let pointer: String
        let message: String
    }
}
