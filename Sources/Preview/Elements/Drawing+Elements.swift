import JSONText
import Mustache

extension Drawing {
    /// Draws an element with its errors. If `valueType` is neither an entity nor a choice of entities, returns the text
    /// of the value, which is empty unless the value is a string. An element beyond a limit is omitted, or replaced by
    /// a note.
    func draw(_ value: JSONValue, valueType: ValueType, path: String, depth: Int) -> Markup {
        let ids: [String]
        switch valueType {
        case .entity(let id): ids = [id]
        case .choice(let choices): ids = choices
        case .plain, .enumeration, .list, .object: return Markup(text: placed(text: value.string ?? ""))
        }
        guard mayDrawMore else { return .empty }
        let isReached = reaches(path, depth: depth)
        guard spend(), isReached else { return isReached ? cut(at: path) : note(words["drawn.deep"]) }
        guard value.kind == .object else { return unreadable(value, path: path) }
        let entity = ids.count == 1 ? vocabulary.entity(ids[0], for: value) : vocabulary.entity(among: ids, for: value)
        guard let entity else { return outline(value, entity: nil, path: path, depth: depth) }
        return draw(value, as: entity, path: path, depth: depth)
    }

    /// Returns the note in place of the first element beyond the limit of elements or the page's budget.
    func cut(at path: String) -> Markup { marked(note(words["drawn.many"]), path: path, classes: "element") }

    private func note(_ text: String) -> Markup {
        Markup(html: "<p class=\"note\"><bdi>\(Markup.escape(text))</bdi></p>")
    }

    /// Draws an object with the template of its entity or of the entity's kind; as an outline if there is neither.
    func draw(_ value: JSONValue, as entity: DrawableEntity, path: String, depth: Int) -> Markup {
        if let instead = fallback(of: value, as: entity, path: path, depth: depth) { return instead }
        let before = written
        guard let template = entity.template ?? templates[entity.kind] else {
            return outline(value, entity: entity, path: path, depth: depth)
        }
        if template.arranges { use(script: "arrange") }
        use(template, named: entity.template == nil ? "kind " + entity.kind : entity.id)
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
        // Markup to insert is left over if the template has no single box to place it in, or if the layout cannot be
        // drawn.
        inside += takeInserts(at: path).html
        inside += sending(of: value, as: entity).html
        if showsActions { inside += actions(of: value, as: entity, path: path, depth: depth).html }
        let drawn = marked(Markup(html: inside), path: path, classes: classes)
        count(drawn, since: before)
        return drawn
    }

    /// Returns a button that covers the element if it is not hidden and one of its actions sends an event that the
    /// visible module can send now; empty otherwise.
    private func sending(of value: JSONValue, as entity: DrawableEntity) -> Markup {
        guard !sendable.isEmpty, value["isHidden"]?.boolean != true else { return .empty }
        for member in entity.shape.members {
            guard case .entity(let id) = member.valueType, vocabulary[id]?.kind == "action",
                let event = value[member.name]?["analytics"]?["event"]?.string, let sent = sendable[event]
            else { continue }
            return sent.markup
        }
        return .empty
    }

    /// Returns the children of a constraint layout; nil if the element is not a constraint layout, if the type of its
    /// children is not an entity, or if its constraints cannot be solved.
    private func constrained(_ value: JSONValue, as entity: DrawableEntity, path: String, depth: Int) -> Markup? {
        guard entity.layout == "constraints", case .list(.object(let child)) = entity.shape["elements"],
            let valueType = child["element"], case .entity = valueType,
            let items = ConstrainedItem.all(in: value, path: path),
            Constraint.Axis.allCases.allSatisfy({ ConstrainedItem.order(items, along: [$0]) != nil })
        else { return nil }
        use(script: "constraints")
        return ConstraintDrawing(items: items, drawing: self, identifier: nextLayout()).markup(
            valueType: valueType, path: path, depth: depth)
    }

    /// Returns the length of an element's `padding` token in CSS pixels; 0 if there is none.
    private func padding(of value: JSONValue, as entity: DrawableEntity) -> Double {
        guard let word = value["padding"]?.string, case .enumeration(let id) = entity.shape["padding"],
            case .length(let length) = vocabulary[id]?.enumValues[word]
        else { return 0 }
        return length
    }

    /// Draws the fallback that the client gets instead of the element; nil if it gets the element itself.
    private func fallback(of value: JSONValue, as entity: DrawableEntity, path: String, depth: Int) -> Markup? {
        guard client.getsFallback(at: path), let other = value["fallback"], let valueType = entity.shape["fallback"]
        else {
            return nil
        }
        let messages = client.take(at: path)
        let drawn = draw(other, valueType: valueType, path: self.path(path, "fallback"), depth: depth + 1)
        return remark(drawn, path: path, messages: messages, classes: "issue unsupported fallback")
    }

    /// Returns the class names for an element's name, kind and known enum values, including defaults, and adds the
    /// styles of the values' tokens.
    private func classes(of value: JSONValue, as entity: DrawableEntity, path: String) -> String {
        let name = templates.reserved.own(StyleSheet.className(entity.name))
        var classes = "element \(name) kind-\(StyleSheet.className(entity.kind))"
        for member in entity.shape.members {
            guard case .enumeration(let id) = member.valueType, let enumeration = vocabulary[id] else { continue }
            guard var word = value[member.name].map({ $0.string ?? "" }) ?? entity.shape.defaults[member.name] else {
                continue
            }
            word = client.word(at: self.path(path, member.name)) ?? word
            guard let token = enumeration.enumValues[word] else { continue }
            let property = StyleSheet.className(member.name)
            let className = templates.reserved.own("\(property)-\(StyleSheet.className(word))")
            classes += " " + className
            use(
                token, of: name, className: className, property: property,
                enumeration: StyleSheet.className(enumeration.name),
                word: StyleSheet.className(word))
        }
        return classes
    }

    /// Draws the actions of the element as inert labels.
    private func actions(of value: JSONValue, as entity: DrawableEntity, path: String, depth: Int) -> Markup {
        var html = ""
        for member in entity.shape.members {
            guard case .entity(let id) = member.valueType, vocabulary[id]?.kind == "action",
                let action = value[member.name]
            else { continue }
            html += draw(action, valueType: member.valueType, path: self.path(path, member.name), depth: depth + 1).html
        }
        return Markup(html: html)
    }
}
