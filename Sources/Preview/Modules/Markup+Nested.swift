extension Markup {
    /// Returns markup of another document with every pointer replaced by one of this document.
    func pointing(to pointer: String) -> Markup {
        let pointer = Self.escape(pointer)
        return replacing(attribute: "data-pointer") { _ in pointer }
    }

    /// Returns markup with prefixed ids, so that it can occur twice on a page. Ids of constraint layouts are already
    /// unique and stay.
    func prefixed(_ prefix: String) -> Markup {
        func renamed(_ id: Substring) -> String {
            id.isEmpty || id.wholeMatch(of: /c[0-9]+(-[0-9]+)?/) != nil ? String(id) : prefix + id
        }
        var markup = self
        for name in [
            "id", "for", "list", "form", "commandfor", "popovertarget", "aria-controls", "aria-owns", "data-filling",
        ] {
            markup = markup.replacing(attribute: name) { renamed($0) }
        }
        for name in ["aria-describedby", "aria-labelledby"] {
            markup = markup.replacing(attribute: name) { $0.split(separator: " ").map(renamed).joined(separator: " ") }
        }
        return markup.replacing(attribute: "href") { $0.first == "#" ? "#" + renamed($0.dropFirst()) : String($0) }
    }

    /// Returns markup whose forms also post these fields.
    func carrying(_ fields: [PreviewOptions.Field]) -> Markup {
        let inputs = fields.map {
            "<input type=\"hidden\" name=\"\(Self.escape($0.name))\" value=\"\(Self.escape($0.value))\">"
        }.joined()
        var rest = html[...]
        var result = ""
        while let start = rest.firstRange(of: "<form"), let end = rest[start.upperBound...].firstIndex(of: ">") {
            result += rest[...end]
            result += inputs
            rest = rest[rest.index(after: end)...]
        }
        return Markup(html: result + rest)
    }

    /// Returns the start of a form's tag with an id that buttons elsewhere refer to.
    static func formTag(_ identifier: String) -> String { "<form id=\"\(identifier)\"" }

    /// Returns markup whose form has this id, so that buttons elsewhere on the page post it; of several forms, the
    /// first with controls of its own. Buttons of the form keep belonging to it.
    func adopted(by identifier: String) -> Markup {
        guard let (form, old) = adoptable else { return self }
        guard let old else {
            let tag = Self.formTag(identifier) + html[form].dropFirst("<form".count)
            return Markup(html: html[..<form.lowerBound] + tag + html[form.upperBound...])
        }
        return renaming(old, to: identifier)
    }

    /// The form that `adopted` would choose, and its id if it has one.
    var adoptable: (tag: Range<String.Index>, identifier: String?)? {
        let forms = html.ranges(of: #/<form[^>]*>/#)
        let own = forms.first { html[$0].contains(" class=\"") } ?? forms.first
        return own.map { ($0, html[$0].firstMatch(of: #/ id="([^"]*)"/#).map { String($0.output.1) }) }
    }

    /// Returns markup in which a form and its controls have another id.
    func renaming(_ form: String, to identifier: String) -> Markup {
        ["id", "form", "data-filling"].reduce(self) { markup, name in
            markup.replacing(attribute: name) { $0 == form ? identifier : String($0) }
        }
    }

    /// Returns markup with further parts at its end; inside the single box that a template draws around everything, if
    /// there is one.
    func ending(with parts: [Markup]) -> Markup {
        let added = parts.map(\.html).joined()
        guard let last = html.lastIndex(where: { !$0.isWhitespace }) else { return Markup(html: added) }
        let text = html[...last]
        guard text.hasPrefix("<div"), text.hasSuffix("</div>"), let head = text.firstIndex(of: ">"),
            !text[...head].contains("data-pointer="), Self.isOneBox(text)
        else { return Markup(html: html + added) }
        return Markup(html: text.dropLast("</div>".count) + added + "</div>")
    }

    /// Returns true if the box at the start of a text ends only at the end of the text.
    private static func isOneBox(_ text: Substring) -> Bool {
        var depth = 0
        var rest = text.utf8[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[start...]
            if rest.starts(with: "<div".utf8) {
                depth += 1
            } else if rest.starts(with: "</div>".utf8) {
                depth -= 1
                if depth == 0 { return rest.count == "</div>".utf8.count }
            }
            rest = rest.dropFirst()
        }
        return false
    }

    /// Returns markup with every value of an attribute changed. Text never contains an unescaped quotation mark, so
    /// only attributes match.
    private func replacing(attribute name: String, _ change: (Substring) -> String) -> Markup {
        let opening = " \(name)=\""
        var rest = html[...]
        var result = ""
        while let start = rest.firstRange(of: opening), let end = rest[start.upperBound...].firstIndex(of: "\"") {
            result += rest[..<start.upperBound]
            result += change(rest[start.upperBound..<end])
            rest = rest[end...]
        }
        return Markup(html: result + rest)
    }
}
