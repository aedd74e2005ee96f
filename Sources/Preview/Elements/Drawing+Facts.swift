import Mustache

/// Facts about the markup, recorded during the drawing, so that the finished markup need not be searched.
extension Drawing {
    /// Handles a `TemplateMark` that a template renders: records a heading, or returns the markup to insert at a path.
    func markup(for mark: TemplateMark, at path: String) -> Markup {
        switch mark {
        case .heading:
            noteHeading()
            return .empty
        case .embedded: return takeInserts(at: path)
        }
    }

    /// Removes and returns the markup to insert into the element at a path.
    func takeInserts(at path: String) -> Markup {
        inserts.removeValue(forKey: path).map(Markup.init(joining:)) ?? .empty
    }

    /// Returns the drawn markup and its texts, separated by spaces. These texts are not added to `texts`.
    func withText(_ draw: () -> Markup) -> (markup: Markup, text: String) {
        let outer = texts
        defer { texts = outer }
        texts = []
        let markup = draw()
        return (markup, texts?.joined(separator: " ") ?? "")
    }

    /// Records a text that is placed into markup, if texts are collected, and returns the text unchanged.
    func placed(text: String) -> String {
        texts?.append(text)
        return text
    }
}

/// The variables of one of Galley's own templates; records in the drawing that the template renders a heading.
struct HeadingContext: MustacheParent {
    let context: Reflected
    let drawing: Drawing

    func child(named name: String) -> Any? {
        guard TemplateMark(variable: name) == .heading else { return context.child(named: name) }
        // A heading needs no path.
        return drawing.markup(for: .heading, at: "")
    }
}
