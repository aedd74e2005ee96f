import DocumentKinds
package import JSONText
package import SchemaRepository

/// Draws documents as a phone would show them, with the templates of a schema repository.
///
/// All text of a document is escaped; styles come from templates, the schemas' tokens and the numbers of constraint
/// layouts; nothing is downloaded and no link is followed.
package struct PreviewRenderer: Sendable {
    let vocabulary: Vocabulary
    let templates: TemplateSet
    private let palette: String
    private let repository: SchemaRepository
    /// The repository's and the uploaded templates that cannot be used, with the reason; their entities are drawn
    /// without them.
    package let problems: [PreviewError]

    /// Creates a renderer. `directory` is the directory `Templates`, whose folder `preview` holds Galley's own
    /// templates; throws if one of them or the texts are invalid, or if the style sheet, `icons.svg`, `foreign.json` or
    /// the texts cannot be read. `overlay` contains uploaded templates by entity identifier.
    package init(
        repository: SchemaRepository, templates directory: String, overlay: [String: String] = [:]
    ) throws(PreviewError) {
        self.repository = repository
        templates = try TemplateSet(directory: directory)
        var problems: [PreviewError] = []
        vocabulary = VocabularyReader(repository.documents, overlay: overlay, reserved: templates.reserved)
            .vocabulary(problems: &problems)
        palette = StyleSheet.palette(vocabulary)
        self.problems = problems
    }

    /// Returns the page of a checked document, valid or not.
    ///
    /// With `showsEdition` the document must be the edition itself; nothing in it is then marked as unsupported.
    /// If the work budget is spent, the remaining parts are missing and the page says so.
    /// `nonce` is a new random base64url text for the page's own style and script.
    package func page(
        for checked: CheckedDocument, options: PreviewOptions, nonce: String, frame: FrameURLs,
        sources: PreviewSources, work: WorkBudget = WorkBudget()
    ) -> PreviewPage {
        LargeStack.run(for: checked.bytes) {
            drawnPage(for: checked, options: options, nonce: nonce, frame: frame, sources: sources, work: work)
        }
    }

    private func drawnPage(
        for checked: CheckedDocument, options: PreviewOptions, nonce: String, frame: FrameURLs,
        sources: PreviewSources, work: WorkBudget
    ) -> PreviewPage {
        let survey = checked.document.map { TextSurvey($0.root) }
        let language = options.language ?? survey?.language ?? "en"
        // A phone uses the layout direction of its language.
        let natural = options.language.map(Direction.init(language:)) ?? survey?.direction ?? .ltr
        let direction = options.direction == .auto ? natural : options.direction
        let words = templates.words.words(for: language)
        let drawing = Drawing(
            vocabulary: vocabulary, templates: templates, showsActions: options.showsActions,
            geometry: Geometry(
                width: Double(options.device.width - 32), scale: options.fontScale, isRightToLeft: direction == .rtl),
            words: words, diagnostics: checked.diagnostics,
            gaps: options.showsEdition ? [] : gaps(of: checked, options: options, work: work), work: work)
        if !options.marks.isEmpty { drawing.drawnPointers = DrawnPointers() }
        var content = Content(markup: .empty, title: nil)
        if let document = checked.document {
            let setting = DocumentSetting(
                document: document, drawing: drawing, options: options, frame: frame, sources: sources,
                words: words, renderer: self, others: OtherDocuments(sources),
                openFeatures: [], work: work)
            content = draw(setting, kind: checked.kind)
        } else {
            content.markup = broken(checked.diagnostics, bytes: checked.bytes, drawing: drawing)
        }
        let left = (work.isSpent ? [words["drawn.late"]] : []) + drawing.takeIssues(at: "")
        let gaps = drawing.takeGaps(at: "")
        let title = content.title.map { Markup.shown($0, upTo: 300) } ?? checked.kind?.title ?? words["preview"]
        let report = LayoutReport(problems: drawing.problems, words: words).markup(templates)
        let phone = phone(of: checked)
        let allowed = Self.documentPolicy(nonce: nonce, hasForm: frame.formAction != nil)
        let page = PageContext(
            isAlone: frame == .none, isEdition: options.showsEdition, language: language, direction: direction.rawValue,
            theme: options.theme.rawValue,
            title: title,
            heading: drawing.hasHeading ? nil : title, nonce: nonce, policy: allowed,
            viewState: options.viewState?.text,
            style: Markup(html: style(options, drawing: drawing)),
            script: Markup(html: templates.script(with: drawing.scripts)),
            issues: left.isEmpty || checked.document == nil ? [] : [drawing.list(left)],
            gaps: gaps.isEmpty ? [] : [drawing.list(gaps)], content: content.markup,
            drawsPhone: phone == .page,
            tools: drawing.tools.isEmpty ? nil : PageContext.Tools(label: words["tools"], parts: drawing.tools),
            report: report,
            away: drawing.scripts.contains("posts")
                ? PageContext.Away(
                    text: words["away"], refused: words["not-updated"], retry: words["sheet-retry"]) : nil)
        // Only the response header can set a sandbox, not the page itself.
        let policy = "sandbox allow-scripts allow-forms; \(allowed); frame-ancestors 'self'"
        return PreviewPage(
            html: templates.render("page", page).html, contentSecurityPolicy: policy, title: title,
            outlines: drawing.outlines, filling: drawing.filling)
    }

    /// Returns the parts of a document that the chosen client does not support.
    ///
    /// Empty if the platform, a valid client version or a known kind is missing, or if the text is not JSON. In an
    /// invalid document, only the valid parts are examined.
    package func gaps(
        of checked: CheckedDocument, options: PreviewOptions, work: WorkBudget = WorkBudget()
    ) -> [ClientGap] {
        guard let platform = options.platform, let written = options.clientVersion, let document = checked.document,
            let kind = checked.kind, let version = try? ClientVersion(written)
        else { return [] }
        let support = repository.support(of: document, kind: kind, platform: platform, work: work)
        return ClientGap.gaps(of: support.reasons, on: platform, for: version)
    }

    // MARK: Content

    /// The content of the screen, and its title.
    struct Content {
        var markup: Markup
        var title: String?
    }

    /// Draws the page's document or a document nested in it.
    func draw(_ setting: DocumentSetting, kind: DocumentKind?) -> Content {
        let (root, drawing) = (setting.root, setting.drawing)
        let markup: Markup
        if isForeign(root, to: kind), let foreign = ForeignDrawing(drawing: drawing).markup(of: root) {
            markup = foreign
        } else if let interactive = interactiveDrawing(setting, kind: kind) {
            markup = interactive.markup()
        } else if !isDrawn(root, kind: kind), let foreign = ForeignDrawing(drawing: drawing).markup(of: root) {
            // No template draws the entity, so its structure is drawn, as for a document of another system.
            let name = entity(of: root, kind: kind)?.name
            if name != nil { drawing.add(PreviewOutline(pointer: JSONPointer(), entity: name)) }
            markup = foreign
        } else if let kind, vocabulary[kind.id] != nil {
            markup = drawing.draw(root, valueType: .entity(kind.id), path: "", depth: 0)
        } else if let named = vocabulary.entity(namedBy: root) {
            markup = drawing.draw(root, valueType: .entity(named.id), path: "", depth: 0)
        } else {
            markup = drawing.outline(root, entity: nil, path: "", depth: 0)
        }
        return Content(markup: markup, title: root["title"]?.string)
    }

    /// Returns the module that a document shows first; nil for documents without modules.
    func firstModule(_ checked: CheckedDocument, others: OtherDocuments) -> FlowModule? {
        guard let root = checked.document?.root, !isForeign(root, to: checked.kind),
            entityKind(of: root, kind: checked.kind) == "module"
        else { return nil }
        switch ModuleDrawing.structure(of: root, shape: schemaEntity(of: root, kind: checked.kind)?.shape) {
        case .flow:
            let flow = ModuleFlow(root, others: others)
            return flow.module(flow.start)
        case .tabs: return TabsDrawing.modules(of: root, others: others).first
        case .single: return FlowModule(root, path: "", others: others)
        }
    }

    /// Returns true if a document is itself a form, questionnaire or option sheet to fill in.
    func isFilledIn(_ checked: CheckedDocument) -> Bool {
        guard let root = checked.document?.root, !isForeign(root, to: checked.kind) else { return false }
        return switch entityKind(of: root, kind: checked.kind) {
        case "form": !FormDocument(root).steps.isEmpty
        case "questionnaire": root["sections"]?.kind == .array
        case "optionSheet": true
        default: false
        }
    }

    /// Returns true if a document is drawn like the document of another system: it has members, but none that its kind
    /// defines, apart from `type` and `title`, and its type names no entity. A form may be any JSON Schema, so no
    /// document of the kind form is foreign.
    private func isForeign(_ root: JSONValue, to kind: DocumentKind?) -> Bool {
        guard let kind, kind.kind != "form", let entity = vocabulary[kind.id], root.kind == .object, root.count > 0,
            vocabulary.entity(namedBy: root) == nil
        else { return false }
        let common: Set<String> = ["type", "title"]
        return !entity.shape.members.isEmpty
            && !root.members.contains { !common.contains($0.name) && entity.shape[$0.name] != nil }
    }

    /// Returns true if a document of unknown kind is a form or a JSON Schema.
    private func isForm(_ root: JSONValue) -> Bool {
        ["jsonSchema", "steps", "properties"].contains { root[$0] != nil }
            || root["$schema"]?.string?.contains("json-schema.org") == true
    }

    /// Returns true if a template draws the document's root.
    private func isDrawn(_ root: JSONValue, kind: DocumentKind?) -> Bool {
        guard let entity = entity(of: root, kind: kind) else { return false }
        return entity.template != nil || templates[entity.kind] != nil
    }

    /// Returns the entity of a document: that of its kind, or else the one that its type names.
    private func entity(of root: JSONValue, kind: DocumentKind?) -> DrawableEntity? {
        kind.flatMap { vocabulary.entity($0.id, for: root) } ?? vocabulary.entity(namedBy: root)
    }

    /// Returns the drawing of an interactive document; nil for one that a template draws as an element.
    private func interactiveDrawing(_ setting: DocumentSetting, kind: DocumentKind?) -> (any DocumentDrawing)? {
        let root = setting.root
        return switch entityKind(of: root, kind: kind) {
        case "form": FormDrawing(setting)
        case "module": ModuleDrawing.drawing(setting, entity: schemaEntity(of: root, kind: kind))
        case "optionSheet": OptionSheetDrawing(setting)
        case "questionnaire": QuestionnaireDrawing(setting)
        default: nil
        }
    }

    /// Returns the kind (`x-kind`) of a document; nil if unknown.
    func entityKind(of root: JSONValue, kind: DocumentKind?) -> String? {
        kind?.kind ?? vocabulary.entity(namedBy: root)?.kind ?? (kind == nil && isForm(root) ? "form" : nil)
    }

    /// Returns the entity of a document's kind, even if that is a union of entities; for an unknown kind, the entity
    /// that the document's type names.
    private func schemaEntity(of root: JSONValue, kind: DocumentKind?) -> DrawableEntity? {
        kind.flatMap { vocabulary[$0.id] } ?? vocabulary.entity(namedBy: root)
    }

    /// Returns the page or drawing that adds the phone around the document's screen.
    package func phone(of checked: CheckedDocument) -> PhoneDrawer {
        guard let root = checked.document?.root, !isForeign(root, to: checked.kind) else { return .viewer }
        switch entityKind(of: root, kind: checked.kind) {
        case "form":
            return FormDocument(root).steps.isEmpty ? .viewer : .page
        case "questionnaire":
            return root["sections"]?.kind == .array ? .page : .viewer
        case "module":
            let structure = ModuleDrawing.structure(
                of: root, shape: schemaEntity(of: root, kind: checked.kind)?.shape)
            let hasModules = root["modules"]?.elements.contains { $0.kind == .object } == true
            guard structure == .single || hasModules else { return .viewer }
            return structure == .flow ? .document : .page
        default:
            return .viewer
        }
    }

    /// Returns a card with the first error of a text that is not JSON; for an empty text, with the request to paste a
    /// document.
    private func broken(_ diagnostics: [Diagnostic], bytes: [UInt8], drawing: Drawing) -> Markup {
        let words = drawing.words
        let first = diagnostics.first { $0.severity == .error }
        let isEmpty = bytes.allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return drawing.render(
            "broken",
            BrokenContext(
                icon: templates.icons.glyph(named: isEmpty ? "document" : "warning"),
                heading: isEmpty ? words["broken.nothing"] : words["broken.not-json"],
                message: Markup(
                    message: isEmpty
                        ? words["broken.paste"] : first?.message ?? words["broken.unreadable"]),
                place: isEmpty
                    ? nil
                    : first?.range.map {
                        words[
                            "broken.place",
                            ["line": words.number($0.start.line), "column": words.number($0.start.column)]]
                    }))
    }

    private struct BrokenContext {
        let icon: Markup
        let heading: String
        let message: Markup
        let place: String?
    }

    // MARK: The page

    private struct PageContext {
        struct Tools {
            let label: String
            let parts: [Markup]
        }

        struct Away {
            let text: String
            /// The text if the server can be reached but cannot draw the preview, for example because the session has
            /// ended.
            let refused: String
            /// The label of the button that posts again.
            let retry: String
        }

        /// True if the page is standalone and draws the phone around the screen.
        let isAlone: Bool
        /// True if the page shows an edition, in which pointers and lines differ from those of the text beside it.
        let isEdition: Bool
        let language: String
        let direction: String
        let theme: String
        let title: String
        /// A heading for screen readers, if the document shows none.
        let heading: String?
        let nonce: String
        let policy: String
        /// The scroll position and focus before the post, for the script.
        let viewState: String?
        let style: Markup
        let script: Markup
        let issues: [Markup]
        let gaps: [Markup]
        let content: Markup
        /// True if the page draws the phone around the screen when there is room.
        let drawsPhone: Bool
        /// The controls beside the phone.
        let tools: Tools?
        /// The layout problems.
        let report: Markup
        /// The notice that a post is not possible; nil for pages that are not posted.
        let away: Away?
    }

    private func style(_ options: PreviewOptions, drawing: Drawing) -> String {
        let scale = StyleSheet.number(options.fontScale)
        let size = "--device-width:\(options.device.width)px;--device-height:\(options.device.height)px"
        return [
            ":root{--scale:\(scale);\(size)}", palette, templates.style, templates["report"]?.style ?? "",
            drawing.styles.text, MarkedElements.style(options.marks, among: drawing.drawnPointers),
        ].joined(
            separator: "\n")
    }

    /// Returns the part of the policy that the page itself can state too: it forbids all requests to other servers and
    /// all scripts but the page's own.
    private static func documentPolicy(nonce: String, hasForm: Bool) -> String {
        let word = nonce.unicodeScalars.filter {
            $0.isASCII && ($0.properties.isAlphabetic || "0123456789-_+/=".unicodeScalars.contains($0))
        }
        return "default-src 'none'; script-src 'nonce-\(String(word))'; style-src 'nonce-\(String(word))' 'self'; "
            + "img-src 'self'; form-action \(hasForm ? "'self'" : "'none'"); base-uri 'none'"
    }
}
