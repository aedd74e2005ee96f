/// A connection of a flow whose target opens when an element of the visible module sends an event.
struct SentEvent {
    /// The number of documents that contain the flow's document.
    let depth: Int
    /// The connection's index in the flow.
    let place: Int
    /// The label of the button that sends the event.
    let label: String

    /// The id of the form that the button posts.
    let form: String

    /// A button that covers the element.
    var markup: Markup {
        let label = Markup.escape(label)
        return Markup(
            html:
                "<button class=\"sends\" form=\"\(Markup.escape(form))\" name=\"\(FlowEntry.buttonName(depth))\""
                + " value=\"\(place)\" aria-label=\"\(label)\" title=\"\(label)\"></button>")
    }
}
