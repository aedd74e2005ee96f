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
    private(set) var styles = StyleSheet()
    private var issues: IssueList
    /// What the client that the page is shown as does not know.
    private var gaps: IssueList
    private var count = 0
    /// The width of content where drawing is now, estimated, in CSS pixels.
    private(set) var room: Double
    /// Layouts by constraints drawn so far.
    private(set) var layouts = 0
    /// What is put at the end of elements, by their place, until they are drawn.
    var inserts: [String: [Markup]] = [:]
    /// Names of the scripts that what was drawn uses, in the order of first use.
    private(set) var scripts: [String] = []
    /// What is probably wrong with the layouts drawn so far.
    private(set) var problems: [LayoutProblem] = []
    /// What no template drew, in order.
    private(set) var outlines: [PreviewOutline] = []

    init(
        vocabulary: Vocabulary, templates: TemplateSet, showsActions: Bool, geometry: Geometry,
        words: FrameWords, diagnostics: [Diagnostic],
        gaps: [(pointer: JSONPointer, message: String)] = []
    ) {
        self.vocabulary = vocabulary
        self.templates = templates
        self.showsActions = showsActions
        self.geometry = geometry
        self.words = words
        natural = NaturalSize(
            vocabulary: vocabulary, scale: geometry.scale, isRightToLeft: geometry.isRightToLeft)
        room = geometry.width
        issues = IssueList(diagnostics)
        self.gaps = IssueList(gaps)
    }

    /// Whether more elements may be drawn.
    var hasRoom: Bool { count < Self.elementLimit }

    /// Counts one more thing drawn; false where the page has enough.
    func spend() -> Bool {
        count += 1
        return count < Self.elementLimit
    }

    /// Takes the messages that belong to a place and were shown nowhere yet.
    func takeIssues(at path: String) -> [String] { issues.take(at: path) }

    /// Whether there was anything wrong at a place or below it.
    func hasIssues(at path: String) -> Bool { issues.concerns(path) }

    /// Draws another document inside this one: with its own diagnostics, and the same styles and budget.
    func nested<Result>(_ diagnostics: [Diagnostic], _ draw: (Drawing) -> Result) -> Result {
        let inner = Drawing(
            vocabulary: vocabulary, templates: templates, showsActions: showsActions, geometry: geometry,
            words: words, diagnostics: diagnostics)
        inner.take(styles, scripts, count: count, layouts: layouts)
        let result = draw(inner)
        take(inner.styles, inner.scripts, count: inner.count, layouts: inner.layouts)
        return result
    }

    private func take(_ styles: StyleSheet, _ scripts: [String], count: Int, layouts: Int) {
        (self.styles, self.scripts, self.count, self.layouts) = (styles, scripts, count, layouts)
    }

    /// Takes what the client does not know and no element showed.
    func takeGaps(at path: String) -> [String] { gaps.take(at: path) }

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

    /// Draws what stands in a slot, with its errors.
    func draw(_ value: JSONValue, slot: Slot, path: String, depth: Int) -> Markup {
        let ids: [String]
        switch slot {
        case .entity(let id): ids = [id]
        case .choice(let choices): ids = choices
        case .plain, .word, .list, .object: return Markup(text: value.string ?? "")
        }
        guard hasRoom else { return .empty }
        count += 1
        guard count < Self.elementLimit, depth < Self.depthLimit else {
            let reason = words[depth < Self.depthLimit ? "drawn.many" : "drawn.deep"]
            return marked(
                Markup(html: "<p class=\"note\">\(Markup.escape(reason))</p>"), path: path, classes: "element")
        }
        guard value.kind == .object else { return unreadable(value, path: path) }
        let entity = ids.count == 1 ? vocabulary.entity(ids[0], for: value) : vocabulary.entity(among: ids, for: value)
        guard let entity else { return outline(value, entity: nil, path: path, depth: depth) }
        return draw(value, as: entity, path: path, depth: depth)
    }

    /// Draws an object as an entity.
    func draw(_ value: JSONValue, as entity: Drawable, path: String, depth: Int) -> Markup {
        if let instead = fallback(of: value, as: entity, path: path, depth: depth) { return instead }
        guard let template = entity.template ?? templates[entity.kind] else {
            return outline(value, entity: entity, path: path, depth: depth)
        }
        if template.style.contains("--arrange:") { use(script: "arrange") }
        styles.use(template, of: entity.template == nil ? "kind " + entity.kind : entity.id)
        let context = ElementContext(value, shape: entity.shape, path: path, depth: depth, drawing: self)
        var inside = within(room - 2 * padding(of: value, as: entity)) {
            constrained(value, as: entity, path: path, depth: depth)
                ?? Markup(html: template.template.render(context, library: templates.library))
        }.html
        var classes = classes(of: value, as: entity, path: path)
        if value["isHidden"]?.boolean == true {
            classes += " is-hidden"
            inside += "<span class=\"hidden-note\">isHidden</span>"
        }
        if let parts = inserts.removeValue(forKey: path) { inside = Markup(html: inside).ending(with: parts).html }
        if showsActions { inside += actions(of: value, as: entity, path: path, depth: depth).html }
        return marked(Markup(html: inside), path: path, classes: classes)
    }

    /// The children of a layout by constraints where they can be solved.
    private func constrained(_ value: JSONValue, as entity: Drawable, path: String, depth: Int) -> Markup? {
        guard entity.layout == "constraints", case .list(.object(let child)) = entity.shape["elements"],
            let slot = child["element"], let items = ConstrainedItem.all(in: value, path: path),
            Constraint.Axis.allCases.allSatisfy({ ConstrainedItem.order(items, along: [$0]) != nil })
        else { return nil }
        layouts += 1
        use(script: "constraints")
        return ConstraintDrawing(items: items, drawing: self, identifier: "c\(layouts)").markup(
            slot: slot, depth: depth)
    }

    /// The padding that a word gives an element, in CSS pixels.
    private func padding(of value: JSONValue, as entity: Drawable) -> Double {
        guard let word = value["padding"]?.string, case .word(let id) = entity.shape["padding"],
            case .length(let length) = vocabulary[id]?.words[word]
        else { return 0 }
        return length
    }

    /// What a client that does not know the element draws instead of it, marked as such; nil where it is drawn itself.
    private func fallback(of value: JSONValue, as entity: Drawable, path: String, depth: Int) -> Markup? {
        guard gaps.stands(at: path), let other = value["fallback"] else { return nil }
        guard other.kind == .object, let slot = entity.shape["fallback"] else {
            if other.string == "drop" { gaps.add(words["drawn.dropped"], at: path) }
            return nil
        }
        let drawn = draw(other, slot: slot, path: self.path(path, "fallback"), depth: depth + 1)
        return Self.wrapped(
            drawn, path: path, messages: gaps.take(at: path) + [words["drawn.fallback"]],
            classes: "issue unsupported fallback")
    }

    // MARK: Parts of an element

    /// The class names that its name, kind and words give an element.
    private func classes(of value: JSONValue, as entity: Drawable, path: String) -> String {
        let name = StyleSheet.className(entity.name)
        var classes = "element \(name) kind-\(StyleSheet.className(entity.kind))"
        for member in entity.shape.members {
            guard case .word(let id) = member.slot, let enumeration = vocabulary[id] else { continue }
            guard var word = value[member.name].map({ $0.string ?? "" }) ?? entity.shape.defaults[member.name] else {
                continue
            }
            if let known = enumeration.substitutes[word], gaps.stands(at: self.path(path, member.name)) { word = known }
            guard let token = enumeration.words[word] else { continue }
            let property = StyleSheet.className(member.name)
            classes += " \(property)-\(StyleSheet.className(word))"
            styles.use(
                token, element: name, property: property, enumeration: StyleSheet.className(enumeration.name),
                word: StyleSheet.className(word))
        }
        return classes
    }

    /// What tapping the element would do, as a label that does nothing.
    private func actions(of value: JSONValue, as entity: Drawable, path: String, depth: Int) -> Markup {
        var html = ""
        for member in entity.shape.members {
            guard case .entity(let id) = member.slot, vocabulary[id]?.kind == "action", let action = value[member.name]
            else { continue }
            html += draw(action, slot: member.slot, path: self.path(path, member.name), depth: depth + 1).html
        }
        return Markup(html: html)
    }

    /// The element's box, and around it a red one with what is wrong in it; what is wrong with the whole document is
    /// left to the page.
    private func marked(_ inside: Markup, path: String, classes: String) -> Markup {
        let pointer = Markup.escape(path)
        let box = "<div class=\"\(classes)\" data-pointer=\"\(pointer)\">\(inside.html)</div>"
        guard !path.isEmpty else { return Markup(html: box) }
        return noted(Markup(html: box), path: path)
    }

    /// A box with what is wrong in it, and with what the client does not know of it.
    func noted(_ box: Markup, path: String) -> Markup {
        var box = box
        let missing = gaps.take(at: path)
        if !missing.isEmpty { box = Self.wrapped(box, path: path, messages: missing, classes: "issue unsupported") }
        let messages = issues.take(at: path)
        return messages.isEmpty ? box : Self.wrapped(box, path: path, messages: messages, classes: "issue")
    }

    private static func wrapped(_ box: Markup, path: String, messages: [String], classes: String) -> Markup {
        let pointer = Markup.escape(path)
        let list = list(messages).html
        return Markup(html: "<div class=\"\(classes)\" data-pointer=\"\(pointer)\">\(box.html)\(list)</div>")
    }

    /// Messages as a list, the first few of them.
    static func list(_ messages: [String]) -> Markup {
        var html = "<ul class=\"issue-messages\">"
        for message in messages.prefix(4) {
            html += "<li dir=\"auto\">\(Markup.escape(Markup.shown(message, upTo: 600)))</li>"
        }
        if messages.count > 4 { html += "<li>and \(messages.count - 4) more</li>" }
        return Markup(html: html + "</ul>")
    }

    // MARK: What has no template

    /// A text or number where an element should stand.
    private func unreadable(_ value: JSONValue, path: String) -> Markup {
        let text = value.string ?? value.rawText
        let inside = Markup(html: "<code class=\"raw\" dir=\"auto\">\(Markup.escape(String(text.prefix(120))))</code>")
        return marked(inside, path: path, classes: "element unreadable")
    }

    /// A labelled outline of an object's properties, for what no template draws.
    func outline(_ value: JSONValue, entity: Drawable?, path: String, depth: Int) -> Markup {
        if let pointer = JSONPointer(path) { outlines.append(PreviewOutline(pointer: pointer, entity: entity?.name)) }
        let name = entity?.title ?? entity?.name ?? value["type"]?.string ?? "Object"
        var html = "<div class=\"outline-name\" dir=\"auto\">\(Markup.escape(String(name.prefix(80))))</div><dl>"
        for member in value.members.prefix(64) where member.name != "type" {
            let slot = entity?.shape[member.name] ?? guess(member.value)
            let path = self.path(path, member.name)
            html += "<dt><bdi>\(Markup.escape(String(member.name.prefix(80))))</bdi></dt>"
            html += "<dd>\(outlined(member.value, slot: slot, path: path, depth: depth).html)</dd>"
        }
        return marked(
            Markup(html: html + "</dl>"), path: path,
            classes: entity == nil ? "element outline unknown" : "element outline")
    }

    /// The slot of a value no schema speaks of: an element when it names itself.
    private func guess(_ value: JSONValue) -> Slot {
        switch value.kind {
        case .object:
            value["type"]?.string.flatMap { vocabulary.entity(named: $0) }.map { .entity($0.id) } ?? .plain
        case .array:
            .list(value.elements.makeIterator().first().map(guess) ?? .plain)
        default: .plain
        }
    }

    private func outlined(_ value: JSONValue, slot: Slot, path: String, depth: Int) -> Markup {
        guard hasRoom, depth < Self.depthLimit else { return .empty }
        switch value.kind {
        case .object:
            switch slot {
            case .entity, .choice: return draw(value, slot: slot, path: path, depth: depth + 1)
            default:
                count += 1
                var html = "<dl>"
                for member in value.members.prefix(64) {
                    let inner: Slot =
                        if case .object(let shape) = slot { shape[member.name] ?? .plain } else { guess(member.value) }
                    html += "<dt><bdi>\(Markup.escape(String(member.name.prefix(80))))</bdi></dt><dd>"
                    html +=
                        outlined(member.value, slot: inner, path: self.path(path, member.name), depth: depth + 1).html
                    html += "</dd>"
                }
                return Markup(html: html + "</dl>")
            }
        case .array:
            var html = ""
            for (index, element) in value.elements.enumerated() {
                guard hasRoom, index < Self.elementLimit else { break }
                let item: Slot = if case .list(let item) = slot { item } else { guess(element) }
                html += "<div>\(outlined(element, slot: item, path: "\(path)/\(index)", depth: depth + 1).html)</div>"
            }
            return Markup(html: html)
        case .string:
            return Markup(html: "<bdi>\(Markup.escape(Markup.shown(value.string ?? "")))</bdi>")
        default:
            return Markup(text: Markup.shown(value.rawText, upTo: 400))
        }
    }
}

extension JSONElements.Iterator {
    /// The first element.
    fileprivate func first() -> JSONValue? {
        var copy = self
        return copy.next()
    }
}
