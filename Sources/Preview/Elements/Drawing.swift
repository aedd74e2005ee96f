import JSONText
import Mustache

/// The state of drawing one document: collected styles and scripts, and the remaining budget.
final class Drawing {
    /// The limit of elements. The element with this number, counted from 1, is replaced by a note, and no later one is
    /// drawn.
    static let elementLimit = 10_000
    /// The maximum depth of nested elements.
    static let depthLimit = 260
    /// The maximum length of an element's JSON Pointer in bytes; elements with longer pointers are not drawn. The
    /// pointers of all elements inside an element begin with its pointer, so the page repeats it.
    static let pointerLimit = 8_192

    let vocabulary: Vocabulary
    let templates: TemplateSet
    var icons: IconSet { templates.icons }
    let showsActions: Bool
    let geometry: Geometry
    let words: FrameWords
    let natural: NaturalSize
    /// The page's remaining budget, shared with nested drawings.
    let work: WorkBudget
    private(set) var styles = StyleSheet()
    /// The document's errors that no element has shown yet.
    var issues: IssueList
    /// The parts that the simulated client does not support, and what the client gets instead.
    var client: ClientView
    private var count = 0
    /// True once the limit of elements or the page's budget is reached; no more elements are then drawn.
    private var isFull = false
    /// The size of the elements' markup drawn so far, in bytes.
    private(set) var written = 0
    /// The pointer that replaces all others while parts from outside the page's document, such as items of an option
    /// list, are drawn; nil otherwise.
    private(set) var outsidePointer: String?
    /// The prefix of all HTML ids, which keeps them unique if the document appears on the page twice.
    private(set) var idPrefix = ""
    /// The number of drawn forms whose hidden fields contain the walk (``FlowWalk``) through the page's own flow.
    private(set) var walkForms = 0
    /// The estimated width of the content at the current position, in CSS pixels.
    private(set) var room: Double
    /// The number of constraint layouts drawn so far.
    private var layouts = 0
    /// The markup to append to elements that are not drawn yet, by path.
    var inserts: [String: [Markup]] = [:]
    /// The events of the visible module that elements can send now, by event name.
    var sendable: [String: SentEvent] = [:]
    /// The scripts that the drawn content needs, in order of first use.
    private(set) var scripts: [String] = []
    /// The probable layout problems so far, without those of documents inside this one.
    private(set) var problems: [LayoutProblem] = []
    /// The controls beside the phone, which are not part of the document.
    var tools: [Markup] = []
    /// The JSON that a form or questionnaire is filled with; nil for other documents.
    var filling: String?
    /// The objects drawn as outlines because they have no template, in drawing order, without those of documents inside
    /// this one.
    private(set) var outlines: [PreviewOutline] = []
    /// The pointers of all drawn elements; nil if the page marks no changed elements.
    var drawnPointers: DrawnPointers?
    /// The texts placed into the markup so far; nil if texts are not collected.
    var texts: [String]?
    /// True if a heading of the first level is drawn, so that the page needs none of its own.
    private(set) var hasHeading = false

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

    /// Returns true if a path is within the limits of nesting and length, so that its element may be drawn.
    func reaches(_ path: String, depth: Int) -> Bool {
        depth < Self.depthLimit && path.utf8.count <= Self.pointerLimit
    }

    /// True if more elements may be drawn.
    var mayDrawMore: Bool { !isFull }

    /// Counts an element to be drawn, which costs 16 steps of the page's budget; returns false if the limit of elements
    /// or the budget is reached.
    func spend() -> Bool {
        count += 1
        if count >= Self.elementLimit || !work.spend(16) { isFull = true }
        return !isFull
    }

    /// Counts the bytes of an element's markup, without those of the elements inside it, which are counted already.
    /// `before` is the value of `written` before the element was drawn.
    func count(_ markup: Markup, since before: Int) {
        let own = max(0, markup.html.utf8.count - (written - before))
        written += own
        _ = work.take(bytes: own)
    }

    /// Returns the pointer that the page shows for a path, and records it in `drawnPointers`: the path itself, or
    /// `outsidePointer` if there is one.
    func pointer(_ path: String) -> String {
        let pointer = outsidePointer ?? path
        drawnPointers?.add(pointer)
        return pointer
    }

    /// Draws parts that the document does not contain; the page shows `path` as the pointer of all of them, or
    /// `outsidePointer` if there already is one.
    func outside<Result>(of path: String, _ draw: () -> Result) -> Result {
        let before = outsidePointer
        defer { outsidePointer = before }
        outsidePointer = outsidePointer ?? path
        return draw()
    }

    /// Returns an HTML id with the prefix that makes it unique on the page.
    func id(_ name: String) -> String { idPrefix + name }

    /// Counts a form if `fields`, its hidden fields, contain the walk through the page's own flow.
    func count(formCarrying fields: [PreviewOptions.Field]) {
        if fields.first?.name == FlowEntry.walkFieldName(0) { walkForms += 1 }
    }

    /// Draws another document inside this one, with its own diagnostics and the same styles and budget. The page shows
    /// `path` as the pointer of all its elements, or `outsidePointer` if there already is one; `prefix` extends the
    /// prefix of its HTML ids.
    func nested<Result>(
        _ diagnostics: [Diagnostic], at path: String, prefix: String, _ draw: (Drawing) -> Result
    ) -> Result {
        let inner = Drawing(
            vocabulary: vocabulary, templates: templates, showsActions: showsActions, geometry: geometry,
            words: words, diagnostics: diagnostics, work: work)
        inner.sendable = sendable
        inner.outsidePointer = outsidePointer ?? path
        inner.idPrefix = id(prefix)
        inner.drawnPointers = drawnPointers
        inner.continue(self)
        let result = draw(inner)
        self.continue(inner)
        return result
    }

    /// Copies the counts, styles and scripts of another drawing of the same page, and whether a heading is drawn.
    private func `continue`(_ other: Drawing) {
        (styles, scripts, layouts) = (other.styles, other.scripts, other.layouts)
        (count, isFull, written, walkForms) = (other.count, other.isFull, other.written, other.walkForms)
        hasHeading = other.hasHeading
    }

    /// Returns a new HTML id for a constraint layout.
    func nextLayout() -> String {
        layouts += 1
        return "c\(layouts)"
    }

    /// Records that a heading of the first level is drawn.
    func noteHeading() { hasHeading = true }

    /// Records an object drawn as an outline.
    func add(_ outline: PreviewOutline) { outlines.append(outline) }

    /// Adds the style of an enum value's token for elements of one name.
    func use(
        _ token: DesignToken, of element: String, className: String, property: String, enumeration: String, word: String
    ) {
        styles.use(
            token, of: element, className: className, property: property, enumeration: enumeration, word: word)
    }

    /// Adds the styles of a template.
    func use(_ template: ElementTemplate, named name: String) { styles.use(template, of: name) }

    /// Adds a script of the preview's folder, once.
    func use(script name: String) {
        if !scripts.contains(name) { scripts.append(name) }
    }

    /// Renders one of Galley's own templates, and adds its style to the page.
    func render(_ name: String, _ context: Any) -> Markup {
        if let template = templates[name] { use(template, named: "part " + name) }
        return templates.render(name, parent: HeadingContext(context: Reflected(context), drawing: self))
    }

    /// Draws content for which `width` CSS pixels are available.
    func within(_ width: Double, _ draw: () -> Markup) -> Markup {
        let outer = room
        defer { room = outer }
        room = max(1, width)
        return draw()
    }

    /// Records probable layout problems; a page keeps the first 200.
    func add(problems more: [LayoutProblem]) {
        problems += more.prefix(max(0, 200 - problems.count))
    }

    /// Adds CSS rules to the page.
    func add(rules: String) { styles.add(rules: rules) }

    /// Returns the pointer of a member (RFC 6901).
    func path(_ path: String, _ name: String) -> String { JSONPointer.text(of: name, in: path) }
}
