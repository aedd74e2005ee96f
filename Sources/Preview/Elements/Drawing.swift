import JSONText
import Mustache

/// One document being drawn: what has been used so far, and what is left of the budget.
final class Drawing {
    /// Elements drawn at most; a longer document ends with a note.
    static let elementLimit = 10_000
    /// Elements inside each other at most.
    static let depthLimit = 260

    let vocabulary: Vocabulary
    let templates: TemplateSet
    var icons: IconSet { templates.icons }
    let showsActions: Bool
    let geometry: Geometry
    let words: FrameWords
    let natural: NaturalSize
    /// The budget that is left for the page.
    let work: WorkBudget
    private(set) var styles = StyleSheet()
    /// What is wrong with the document and no element showed yet.
    var issues: IssueList
    /// The client that the page is shown as.
    var client: ClientView
    private var count = 0
    /// The width of content where drawing is now, estimated, in CSS pixels.
    private(set) var room: Double
    /// Layouts by constraints drawn so far.
    private var layouts = 0
    /// What is put at the end of elements, by their place, until they are drawn.
    var inserts: [String: [Markup]] = [:]
    /// The events that elements drawn now can send, by name: those of the module on stage.
    var sendable: [String: SentEvent] = [:]
    /// Names of the scripts that what was drawn uses, in the order of first use.
    private(set) var scripts: [String] = []
    /// What is probably wrong with the layouts drawn so far.
    private(set) var problems: [LayoutProblem] = []
    /// Tools for whoever looks at the document, which are no part of it: they stand beside the phone.
    var tools: [Markup] = []
    /// The JSON that the document is filled with, where it is a form or a questionnaire.
    var filling: String?
    /// What no template drew, in order.
    private(set) var outlines: [PreviewOutline] = []

    init(
        vocabulary: Vocabulary, templates: TemplateSet, showsActions: Bool, geometry: Geometry,
        words: FrameWords, diagnostics: [Diagnostic],
        gaps: [ClientGap] = [], work: WorkBudget
    ) {
        self.work = work
        self.vocabulary = vocabulary
        self.templates = templates
        self.showsActions = showsActions
        self.geometry = geometry
        self.words = words
        natural = NaturalSize(
            vocabulary: vocabulary, scale: geometry.scale, isRightToLeft: geometry.isRightToLeft)
        room = geometry.width
        issues = IssueList(diagnostics)
        client = ClientView(gaps, words: words)
    }

    /// Whether more elements may be drawn.
    var hasRoom: Bool { count < Self.elementLimit }

    /// Counts one more thing drawn; false where the page has enough.
    func spend() -> Bool {
        count += 1
        return count < Self.elementLimit && work.spend(16)
    }

    /// Draws another document inside this one: with its own diagnostics, and the same styles and budget.
    func nested<Result>(_ diagnostics: [Diagnostic], _ draw: (Drawing) -> Result) -> Result {
        let inner = Drawing(
            vocabulary: vocabulary, templates: templates, showsActions: showsActions, geometry: geometry,
            words: words, diagnostics: diagnostics, work: work)
        inner.sendable = sendable
        inner.take(styles, scripts, count: count, layouts: layouts)
        let result = draw(inner)
        take(inner.styles, inner.scripts, count: inner.count, layouts: inner.layouts)
        return result
    }

    private func take(_ styles: StyleSheet, _ scripts: [String], count: Int, layouts: Int) {
        (self.styles, self.scripts, self.count, self.layouts) = (styles, scripts, count, layouts)
    }

    /// An identifier for one more layout by constraints.
    func nextLayout() -> String {
        layouts += 1
        return "c\(layouts)"
    }

    /// Takes an object that is drawn as an outline of its properties.
    func add(_ outline: PreviewOutline) { outlines.append(outline) }

    /// Takes what a word means on elements of one name into the page's styles.
    func use(
        _ token: Token, of element: String, className: String, property: String, enumeration: String, word: String
    ) {
        styles.use(
            token, of: element, className: className, property: property, enumeration: enumeration, word: word)
    }

    /// Takes the styles of a template into the page.
    func use(_ template: ElementTemplate, named name: String) { styles.use(template, of: name) }

    /// Takes a script of the preview's folder into the page, once.
    func use(script name: String) {
        if !scripts.contains(name) { scripts.append(name) }
    }

    /// Renders a template of Galley's own around parts that are drawn already, and takes its style into the page.
    func render(_ name: String, _ context: Any) -> Markup {
        if let template = templates[name] { use(template, named: "part " + name) }
        return templates.render(name, context)
    }

    /// Draws something that has this much room across.
    func within(_ width: Double, _ draw: () -> Markup) -> Markup {
        let outer = room
        defer { room = outer }
        room = max(1, width)
        return draw()
    }

    /// Takes what is probably wrong with a layout; a page keeps the first 200.
    func add(problems more: [LayoutProblem]) {
        problems += more.prefix(max(0, 200 - problems.count))
    }

    /// Takes rules for elements of this page into it.
    func add(rules: String) { styles.add(rules: rules) }

    /// The pointer of a member, RFC 6901.
    func path(_ path: String, _ name: String) -> String {
        guard name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
            return "\(path)/\(name)"
        }
        return path + "/" + name.replacing("~", with: "~0").replacing("/", with: "~1")
    }
}
