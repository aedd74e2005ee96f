import JSONText

/// Draws several modules as the tabs of one screen or, on a page that cannot be posted, the screens of all tabs below
/// each other. Inside another document, such a page shows only the first tab.
struct TabsDrawing: DocumentDrawing {
    /// The maximum number of tabs; further modules are not drawn.
    private static let limit = 40

    private let setting: DocumentSetting
    private let modules: [FlowModule]
    private let contents: ModuleContentDrawing

    init(_ setting: DocumentSetting, moduleShape: ObjectShape?) {
        self.setting = setting
        modules = Self.modules(of: setting.root, others: setting.others)
        contents = ModuleContentDrawing(setting: setting, elementType: ModuleDrawing.elementType(moduleShape))
    }

    /// Returns the first `limit` modules of a document, one for each tab.
    static func modules(of root: JSONValue, others: OtherDocuments) -> [FlowModule] {
        (root["modules"].map { Array($0.elements) } ?? []).enumerated()
            .filter { $0.element.kind == .object }.prefix(limit)
            .map { FlowModule($0.element, path: "/modules/\($0.offset)", others: others) }
    }

    private struct Context {
        let go: String
        let isAlone: Bool
        let label: String
        let language: String
        let screens: [Screen]
    }

    private struct Screen {
        let content: Markup
        let issues: [Markup]
        let path: String
        let name: String
        let tabs: [Tab]
    }

    private struct Tab {
        let text: String
        /// The value that the tab's button posts.
        let press: String
        let glyph: Markup
        let isChosen: Bool
        /// The HTML id of the form that the button posts; nil if nothing can be posted.
        let owner: String?
    }

    func markup() -> Markup {
        guard !modules.isEmpty else {
            return setting.drawing.outline(setting.root, entity: nil, path: "", depth: 0)
        }
        setting.use(posting: [])
        let depth = setting.openFeatures.count
        let entry = FlowEntry(setting.options, depth: depth)
        let isAlone = setting.frame.formAction == nil && depth == 0
        let chosen: Int
        if case .open(let tab) = entry.press, modules.indices.contains(tab) {
            chosen = tab
        } else {
            chosen = entry.target.flatMap { Int($0) }.flatMap { modules.indices.contains($0) ? $0 : nil } ?? 0
        }
        let screens = (isAlone ? Array(modules.indices) : [chosen]).map { place in
            screen(
                place, isPosted: entry.press == .none && entry.target == String(place), isAlone: isAlone, depth: depth)
        }
        let markup = setting.drawing.render(
            "module-tabs",
            Context(
                go: FlowEntry.buttonName(depth), isAlone: isAlone, label: setting.words["tabs"],
                language: setting.words.language, screens: screens))
        guard let action = setting.frame.formAction, let owner = screens.first?.tabs.first?.owner else { return markup }
        let form =
            "<form id=\"\(Markup.escape(owner))\" method=\"post\" action=\"\(Markup.escape(action))\">"
            + setting.carriedInputs.html + "<input type=\"hidden\" name=\"_at\(depth)\" value=\"\(chosen)\"></form>"
        return Markup(joining: [Markup(html: form), markup])
    }

    private func screen(_ place: Int, isPosted: Bool, isAlone: Bool, depth: Int) -> Screen {
        let module = modules[place]
        let content = contents.markup(
            module,
            adding: ModuleContentDrawing.Additions(
                prefix: isAlone ? "tab\(place)-" : "",
                fields: [PreviewOptions.Field(name: "_at\(depth)", value: String(place))], isPosted: isPosted,
                formID: setting.formID))
        // The tabs post a form of their own. Its id is the one that outer buttons refer to, unless a form in the
        // content has taken that id.
        let owner = setting.frame.formAction.map { _ in setting.formID?.take() ?? setting.drawing.id("tabs-\(depth)") }
        let messages = setting.drawing.takeIssues(at: module.path)
        return Screen(
            content: content, issues: messages.isEmpty ? [] : [setting.drawing.list(messages)],
            path: setting.drawing.pointer(module.path),
            name: title(module),
            tabs: modules.enumerated().map { tab, module in
                Tab(
                    text: title(module), press: String(tab), glyph: setting.drawing.icons.glyph(named: module.id),
                    isChosen: tab == place, owner: owner)
            })
    }

    private func title(_ module: FlowModule) -> String {
        ContentTitle.title(of: module, others: setting.others) ?? module.id
    }
}
