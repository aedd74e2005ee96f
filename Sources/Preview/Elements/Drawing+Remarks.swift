import JSONText

extension Drawing {
    /// Removes and returns the errors at a path and inside it that no element shows yet.
    func takeIssues(at path: String) -> [String] { issues.take(at: path) }

    /// Returns true if the document has an error at a path or inside it, shown or not.
    func hasIssues(at path: String) -> Bool { issues.concerns(path) }

    /// Removes and returns the messages about unsupported parts at a path and inside it that no element shows yet.
    func takeGaps(at path: String) -> [String] { client.take(at: path) + client.takeSubstitutions(at: path) }

    /// Returns an element's box; if there are errors or messages about unsupported parts for the element, boxes with
    /// these messages enclose it. The page itself shows the messages for the document's root.
    func marked(_ inside: Markup, path: String, classes: String) -> Markup {
        let pointer = Markup.escape(pointer(path))
        let box = "<div class=\"\(classes)\" data-pointer=\"\(pointer)\">\(inside.html)</div>"
        guard !path.isEmpty else { return Markup(html: box) }
        return noted(Markup(html: box), path: path)
    }

    /// Returns a box with its errors and its messages about unsupported parts.
    func noted(_ box: Markup, path: String) -> Markup {
        var box = remark(box, path: path, messages: client.take(at: path), classes: "issue unsupported")
        box = remark(
            box, path: path, messages: client.takeSubstitutions(at: path), classes: "issue unsupported substituted")
        return remark(box, path: path, messages: issues.take(at: path), classes: "issue")
    }

    /// Returns a box with messages below it, or the box itself if there are none.
    func remark(_ box: Markup, path: String, messages: [String], classes: String) -> Markup {
        guard !messages.isEmpty else { return box }
        let pointer = Markup.escape(pointer(path))
        let list = list(messages).html
        return Markup(html: "<div class=\"\(classes)\" data-pointer=\"\(pointer)\">\(box.html)\(list)</div>")
    }

    /// Returns a list of the first 4 messages, each cut to 600 bytes, and the number of further ones.
    func list(_ messages: [String]) -> Markup {
        var html = "<ul class=\"issue-messages\">"
        for message in messages.prefix(4) {
            html += "<li dir=\"auto\">\(Markup(message: Markup.shown(message, upTo: 600)).html)</li>"
        }
        if messages.count > 4 {
            let more = words["drawn.more", ["count": words.number(messages.count - 4)]]
            html += "<li dir=\"auto\">\(Markup.escape(more))</li>"
        }
        return Markup(html: html + "</ul>")
    }
}
