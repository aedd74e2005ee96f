import Foundation
import JSONText

/// Draws a document of another system by the names and types of its members: texts, boxes for pictures, fields and
/// buttons, and their containers as stacks and rows.
struct ForeignDrawing {
    let drawing: Drawing

    private var words: ForeignWords { drawing.templates.foreign }

    /// Returns the drawn document; nil if it contains nothing that can be drawn.
    func markup(of root: JSONValue) -> Markup? {
        guard root.kind == .object else { return nil }
        let templates = words.templates.lazy.compactMap { root[$0] }.first { $0.kind == .object }
        let inside = draw(ForeignNode(value: root, path: "", templates: templates, users: []), depth: 0)
        guard !inside.isEmpty, let template = drawing.templates["foreign"] else { return nil }
        drawing.use(template, named: "part foreign")
        return Markup(html: "<div class=\"foreign\">\(inside)</div>")
    }

    private func draw(_ node: ForeignNode, depth: Int) -> String {
        guard drawing.mayDrawMore else { return "" }
        guard drawing.spend() else { return drawing.cut(at: node.path).html }
        guard depth < 120, drawing.reaches(node.path, depth: depth) else { return "" }
        switch node.value.kind {
        case .string: return text(node.value.string ?? "", classes: "", at: node.path)
        case .array: return stack(node.elements, isRow: false, at: node.path, depth: depth)
        case .object: return object(node, depth: depth)
        default: return ""
        }
    }

    private func object(_ node: ForeignNode, depth: Int) -> String {
        guard isShown(node) else { return "" }
        let type = node.type.lowercased()
        func names(_ list: [String]) -> Bool { list.contains { type.contains($0) } }
        let title = string(node, words.title)
        let text = string(node, words.text)
        if names(words.line) { return box("line", "", at: node.path) }
        if names(words.button) {
            let inside = children(node, depth: depth)
            guard let caption = title ?? text else { return inside }
            let button = box("button", bdi(caption), at: node.path)
            return inside.isEmpty ? button : "<div class=\"stack\">\(button)\(inside)</div>"
        }
        if names(words.field) { return field(node, title: title, depth: depth) }
        if let address = string(node, words.address), text == nil,
            names(words.picture) || (address.hasPrefix("http") && !hasChildren(node))
        {
            return picture(address, title: title, at: node.path)
        }
        let inside = children(node, depth: depth)
        if let title, let text, inside.isEmpty {
            return box("pair", "<span>\(bdi(title))</span><span>\(bdi(text))</span>", at: node.path)
        }
        guard let own = text ?? title else { return inside }
        let line = self.text(own, classes: classes(node), at: node.path)
        return inside.isEmpty ? line : "<div class=\"stack\">\(line)\(inside)</div>"
    }

    // MARK: Parts

    private func children(_ node: ForeignNode, depth: Int) -> String {
        let isRow = words.axis.contains { node[$0]?.value.string.map { words.across.contains($0) } == true }
        var parts: [String] = []
        for name in node.names where words.children.contains(name) {
            guard let member = node[name] else { continue }
            switch member.value.kind {
            case .array:
                let elements = words.first.contains(name) ? Array(member.elements.prefix(1)) : member.elements
                parts.append(
                    stack(
                        elements, isRow: isRow || words.rows.contains(name), at: member.path, depth: depth + 1))
            case .object: parts.append(draw(member, depth: depth + 1))
            default: break
            }
        }
        let filled = parts.filter { !$0.isEmpty }
        return filled.count > 1 ? "<div class=\"stack\">\(filled.joined())</div>" : filled.first ?? ""
    }

    private func hasChildren(_ node: ForeignNode) -> Bool {
        node.names.contains { name in
            words.children.contains(name) && [.array, .object].contains(node[name]?.value.kind)
        }
    }

    private func stack(_ elements: [ForeignNode], isRow: Bool, at path: String, depth: Int) -> String {
        let inside = elements.map { draw($0, depth: depth + 1) }.joined()
        return inside.isEmpty ? "" : box(isRow ? "stack is-row" : "stack", inside, at: path)
    }

    private func field(_ node: ForeignNode, title: String?, depth: Int) -> String {
        let label = title.map { "<span class=\"label\">\(bdi($0))</span>" } ?? ""
        let value = string(node, words.text) ?? string(node, ["placeholder"]) ?? ""
        let inside = children(node, depth: depth)
        let entry = inside.isEmpty || !value.isEmpty ? "<span class=\"box\">\(bdi(value))</span>" : ""
        return box("entry", label + entry + inside, at: node.path)
    }

    private func picture(_ address: String, title: String?, at path: String) -> String {
        let label = title ?? URL(string: address)?.host() ?? ""
        let glyph = drawing.icons.glyph(named: "image").html
        return box("image", glyph + (label.isEmpty ? "" : bdi(label)), at: path)
    }

    private func text(_ text: String, classes: String, at path: String) -> String {
        text.isEmpty ? "" : box("text" + classes, Markup.escape(Markup.shown(text)), at: path)
    }

    private func bdi(_ text: String) -> String {
        "<bdi>\(Markup.escape(Markup.shown(text, upTo: FrameLimits.shownText)))</bdi>"
    }

    private func box(_ classes: String, _ inside: String, at path: String) -> String {
        let box = Markup(
            html:
                "<div class=\"element \(classes)\" data-pointer=\"\(Markup.escape(drawing.pointer(path)))\">\(inside)</div>"
        )
        return path.isEmpty ? box.html : drawing.noted(box, path: path).html
    }

    // MARK: Members

    private func string(_ node: ForeignNode, _ names: [String]) -> String? {
        names.lazy.compactMap { node[$0]?.value.string }.first { !$0.isEmpty }
    }

    private func isShown(_ node: ForeignNode) -> Bool {
        if words.shown.contains(where: { node[$0]?.value.boolean == false }) { return false }
        if words.hidden.contains(where: { node[$0]?.value.boolean == true }) { return false }
        return node["visibility"]?.value.string.map { !words.gone.contains($0) } ?? true
    }

    /// Returns the CSS classes for a text's size and weight, from the names and values of the node's members.
    private func classes(_ node: ForeignNode) -> String {
        var classes: Set<String> = []
        for name in node.names {
            guard let member = node[name]?.value else { continue }
            if member.boolean == true, words.subtle.contains(name) { classes.insert("is-subtle") }
            if words.size.contains(name), let size = member.number?.double {
                if size >= 20 { classes.insert("is-large") } else if size >= 17 { classes.insert("is-middle") }
                if size < 14 { classes.insert("is-small") }
            }
            guard let word = member.string?.lowercased(), word.utf8.count < 24, !words.text.contains(name) else {
                continue
            }
            if words.large.contains(word) { classes.insert("is-large") }
            if words.bold.contains(word) { classes.insert("is-bold") }
            if words.subtle.contains(word) { classes.insert("is-subtle") }
        }
        return classes.sorted().map { " " + $0 }.joined()
    }
}
