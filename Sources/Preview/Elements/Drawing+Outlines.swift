import JSONText

extension Drawing {
    /// Draws a value other than an object where an element is expected, cut to 120 characters.
    func unreadable(_ value: JSONValue, path: String) -> Markup {
        let text = placed(text: String((value.string ?? value.rawText).prefix(120)))
        let inside = Markup(html: "<code class=\"raw\" dir=\"auto\">\(Markup.escape(text))</code>")
        return marked(inside, path: path, classes: "element unreadable")
    }

    /// Draws an object without a template as a labeled outline of its first 64 members, without `type`.
    func outline(_ value: JSONValue, entity: DrawableEntity?, path: String, depth: Int) -> Markup {
        let before = written
        if let pointer = JSONPointer(path) { add(PreviewOutline(pointer: pointer, entity: entity?.name)) }
        let name = entity?.title ?? entity?.name ?? value["type"]?.string ?? words["object"]
        var html = "<div class=\"outline-name\" dir=\"auto\">\(named(name))</div><dl>"
        for member in value.members.prefix(64) where member.name != "type" {
            let valueType = entity?.shape[member.name] ?? guess(member.value)
            let path = self.path(path, member.name)
            html += "<dt><bdi>\(named(member.name))</bdi></dt>"
            html += "<dd>\(outlined(member.value, valueType: valueType, path: path, depth: depth).html)</dd>"
        }
        let drawn = marked(
            Markup(html: html + "</dl>"), path: path,
            classes: entity == nil ? "element outline unknown" : "element outline")
        count(drawn, since: before)
        return drawn
    }

    /// Returns the type of a value that no schema describes: an entity if the value names its type, a list for an
    /// array, otherwise a plain value.
    private func guess(_ value: JSONValue) -> ValueType {
        switch value.kind {
        case .object:
            vocabulary.entity(namedBy: value).map { .entity($0.id) } ?? .plain
        case .array:
            .list(value.elements.makeIterator().first().map(guess) ?? .plain)
        default: .plain
        }
    }

    /// Draws a value in an outline: an element as an element, other objects as pairs of name and value, an array as its
    /// elements, other values as text. A value beyond a limit is omitted, or replaced by a note.
    private func outlined(_ value: JSONValue, valueType: ValueType, path: String, depth: Int) -> Markup {
        guard mayDrawMore, reaches(path, depth: depth) else { return .empty }
        switch (value.kind, valueType) {
        case (.object, .entity), (.object, .choice):
            return draw(value, valueType: valueType, path: path, depth: depth + 1)
        case (.object, _):
            guard spend() else { return cut(at: path) }
            return pairs(of: value, valueType: valueType, path: path, depth: depth)
        case (.array, _):
            var html = ""
            for (index, element) in value.elements.enumerated() {
                guard mayDrawMore, index < Self.elementLimit else { break }
                let item: ValueType = if case .list(let item) = valueType { item } else { guess(element) }
                html +=
                    "<div>\(outlined(element, valueType: item, path: "\(path)/\(index)", depth: depth + 1).html)</div>"
            }
            return Markup(html: html)
        case (.string, _):
            return Markup(html: "<bdi>\(Markup.escape(placed(text: Markup.shown(value.string ?? ""))))</bdi>")
        default:
            return Markup(text: placed(text: Markup.shown(value.rawText, upTo: 400)))
        }
    }

    /// Draws the first 64 members of an object that is not an element as pairs of name and value.
    private func pairs(of value: JSONValue, valueType: ValueType, path: String, depth: Int) -> Markup {
        var html = "<dl>"
        for member in value.members.prefix(64) {
            let inner: ValueType =
                if case .object(let shape) = valueType { shape[member.name] ?? .plain } else { guess(member.value) }
            let drawn = outlined(member.value, valueType: inner, path: self.path(path, member.name), depth: depth + 1)
            html += "<dt><bdi>\(named(member.name))</bdi></dt><dd>\(drawn.html)</dd>"
        }
        return Markup(html: html + "</dl>")
    }

    /// Returns a name in an outline, escaped and cut to 80 characters.
    private func named(_ name: String) -> String { Markup.escape(placed(text: String(name.prefix(80)))) }
}

extension JSONElements.Iterator {
    /// Returns the first element, or nil.
    fileprivate func first() -> JSONValue? {
        var copy = self
        return copy.next()
    }
}
