import JSONText

extension Drawing {
    /// Takes the messages that belong to a place and were shown nowhere yet.
    func takeIssues(at path: String) -> [String] { issues.take(at: path) }

    /// Whether there was anything wrong at a place or below it.
    func hasIssues(at path: String) -> Bool { issues.concerns(path) }

    /// Takes what the client does not know and no element showed.
    func takeGaps(at path: String) -> [String] { client.take(at: path) + client.takeSubstitutions(at: path) }

    /// The element's box, and around it a red one with what is wrong in it; what is wrong with the whole document is
    /// left to the page.
    func marked(_ inside: Markup, path: String, classes: String) -> Markup {
        let pointer = Markup.escape(path)
        let box = "<div class=\"\(classes)\" data-pointer=\"\(pointer)\">\(inside.html)</div>"
        guard !path.isEmpty else { return Markup(html: box) }
        return noted(Markup(html: box), path: path)
    }

    /// A box with what is wrong in it, and with what the client does not know of it.
    func noted(_ box: Markup, path: String) -> Markup {
        var box = remark(box, path: path, messages: client.take(at: path), classes: "issue unsupported")
        box = remark(
            box, path: path, messages: client.takeSubstitutions(at: path), classes: "issue unsupported substituted")
        return remark(box, path: path, messages: issues.take(at: path), classes: "issue")
    }

    /// A box with messages below it, in a box of its own; as it is without any.
    func remark(_ box: Markup, path: String, messages: [String], classes: String) -> Markup {
        guard !messages.isEmpty else { return box }
        let pointer = Markup.escape(path)
        let list = list(messages).html
        return Markup(html: "<div class=\"\(classes)\" data-pointer=\"\(pointer)\">\(box.html)\(list)</div>")
    }

    /// Messages as a list, the first few of them.
    func list(_ messages: [String]) -> Markup {
        var html = "<ul class=\"issue-messages\">"
        for message in messages.prefix(4) {
            html += "<li dir=\"auto\">\(Markup(message: Markup.shown(message, upTo: 600)).html)</li>"
        }
        if messages.count > 4 {
            let more = words["drawn.more", ["count": words.number(messages.count - 4)]]
            html += "<li>\(Markup.escape(more))</li>"
        }
        return Markup(html: html + "</ul>")
    }
}
