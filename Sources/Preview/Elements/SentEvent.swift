/// The connection of a flow that is performed, so that its target opens, when an element of the visible module sends an
/// event of the module.
struct SentEvent {
    /// The nesting depth of the flow, in documents.
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
                "<button class=\"sends\" form=\"\(Markup.escape(form))\" name=\"\(FlowEntry.press(depth))\" value=\"\(place)\""
                + " aria-label=\"\(label)\" title=\"\(label)\"></button>")
    }
}
