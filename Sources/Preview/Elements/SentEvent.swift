/// The connection that an element of a visible module performs by sending the module's event.
struct SentEvent {
    /// The nesting depth of the flow, in documents.
    let depth: Int
    /// The connection's index in the flow.
    let place: Int
    /// The label of the button that sends the event.
    let label: String

    /// A button that covers the element. Its form is only known once the screen is drawn; `owned` adds it.
    var markup: Markup {
        let label = Markup.escape(label)
        return Markup(
            html: "<button class=\"sends\"\(Self.mark(depth)) name=\"\(FlowEntry.press(depth))\" value=\"\(place)\""
                + " aria-label=\"\(label)\" title=\"\(label)\"></button>")
    }

    /// Returns a screen whose buttons of a flow belong to a form. Text never contains an unescaped quotation mark, so
    /// only the buttons' marks match.
    static func owned(_ screen: Markup, by form: String, depth: Int) -> Markup {
        Markup(html: screen.html.replacing(mark(depth), with: " form=\"\(form)\""))
    }

    private static func mark(_ depth: Int) -> String { " data-sends=\"\(depth)\"" }
}
