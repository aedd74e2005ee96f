/// The variables of a flow's template. A walk is a person's way from module to module (``FlowWalk``).
struct FlowContext {
    struct Hidden {
        let name: String
        let value: String
    }

    /// The form that all buttons of the walk post.
    struct Post {
        let identifier: String
        /// The form's action; nil if the form of the visible module is posted instead.
        let action: String?
        let fields: [Hidden]
    }

    /// An entry of the map's legend, for a kind of transition.
    struct Legend {
        let kind: String
        let meaning: String
        let icon: Markup
    }

    struct Problem {
        let place: String
        let message: Markup
        let name: String
    }

    struct Map {
        let title: String
        let picture: Markup
        let legend: [Legend]
        let problems: [Problem]
        let omitted: String?
        let listTitle: String
        let list: [Listed]
    }

    /// A module in the list with the map's content.
    struct Listed {
        let module: String
        let marks: String?
        let shows: String?
        let facts: [Fact]
    }

    struct Fact {
        let name: String
        let text: String
    }

    /// A module that is open now.
    struct Opened {
        let name: String
        let kind: String?
        let icon: Markup
        /// The HTML id of the form that is posted by the button that reverses the module's connection; nil for the
        /// start module.
        let owner: String?
        /// The value that this button posts; nil for the start module.
        let press: String?
        /// The label of the button; nil for the start module.
        let reverse: String?
        let isCurrent: Bool
    }

    /// The events that a module can send now.
    struct Sender {
        let heading: String
        let path: String
        let events: [Event]
        let nothing: String?
    }

    struct Event {
        let markup: Markup
    }

    /// The sample data that a module received.
    struct Received {
        let heading: String
        let json: String
        let remark: String?
        let carriesTitle: String?
        let carries: String?
    }

    /// A screen with its outgoing connections.
    struct Step {
        let anchor: String?
        let name: String?
        let id: String?
        let note: String?
        /// A note for pages without script about several forms on one screen.
        let forms: String?
        let stage: Markup
        let senders: [Sender]
        let received: [Received]
        let tools: Tools?
    }

    /// The controls of the visible module beside the phone.
    struct Tools {
        let parts: [Markup]
    }

    let language: String
    /// The HTML name of the walk's buttons.
    let go: String
    /// True if another document contains the flow's document.
    let isNested: Bool
    let post: Post?
    let heading: String?
    let map: Map?
    let stackTitle: String?
    let stack: [Opened]
    let restart: String?
    let news: String?
    /// True if the page cannot be posted, so that it shows the screens of all modules below each other.
    let isAlone: Bool
    let steps: [Step]
}
