import Mustache

/// Facts about the drawn markup, collected while it is drawn so that nobody has to search it.
extension Drawing {
    /// Answers to a mark that a template renders: takes note of a heading, or returns the markup to embed at a path.
    func markup(for mark: TemplateMark, at path: String) -> Markup {
        switch mark {
        case .heading:
            noteHeading()
            return .empty
        case .embedded: return takeInserts(at: path)
        }
    }

    /// Removes and returns the markup to append to an element.
    func takeInserts(at path: String) -> Markup {
        inserts.removeValue(forKey: path).map(Markup.init(joining:)) ?? .empty
    }

    /// Returns what is drawn, and the texts in it with spaces between them.
    func withText(_ draw: () -> Markup) -> (markup: Markup, text: String) {
        let outer = texts
        defer { texts = outer }
        texts = []
        let markup = draw()
        return (markup, texts?.joined(separator: " ") ?? "")
    }

    /// Returns a text that is placed into markup, and takes note of it.
    func placed(text: String) -> String {
        texts?.append(text)
        return text
    }
}

/// The context of one of Galley's own templates, which tells the drawing about headings.
struct HeadingContext: MustacheParent {
    let context: Reflected
    let drawing: Drawing

    func child(named name: String) -> Any? {
        guard TemplateMark(variable: name) == .heading else { return context.child(named: name) }
        return drawing.markup(for: .heading, at: "")
    }
}
