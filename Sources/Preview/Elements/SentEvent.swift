/// A connection that an element of a module on stage performs, by sending its module's event.
struct SentEvent {
    /// The depth of the flow, in documents.
    let depth: Int
    /// The connection's place in the flow.
    let place: Int
    /// The title of the button that sends the event.
    let label: String

    /// A button over the whole element. The form it belongs to is not known until the screen is drawn: `owned` says it.
    var markup: Markup {
        let label = Markup.escape(label)
        return Markup(
            html: "<button class=\"sends\"\(Self.mark(depth)) name=\"\(FlowEntry.press(depth))\" value=\"\(place)\""
                + " aria-label=\"\(label)\" title=\"\(label)\"></button>")
    }

    /// A screen whose buttons of a flow belong to a form. Text never holds a bare quotation mark, so only marks are met.
    static func owned(_ screen: Markup, by form: String, depth: Int) -> Markup {
        Markup(html: screen.html.replacing(mark(depth), with: " form=\"\(form)\""))
    }

    private static func mark(_ depth: Int) -> String { " data-sends=\"\(depth)\"" }
}
