/// What the template of a flow sees.
struct FlowContext {
    struct Hidden {
        let name: String
        let value: String
    }

    /// The posted form that all buttons of the walk belong to.
    struct Post {
        let identifier: String
        /// Nil where it is the form of the module that is shown.
        let action: String?
        let fields: [Hidden]
    }

    /// A kind of transition on the map.
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

    /// A module in the map's list.
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

    /// One module that is open now.
    struct Opened {
        let name: String
        let kind: String?
        let icon: Markup
        let owner: String?
        let press: String?
        let reverse: String?
        let isCurrent: Bool
    }

    /// What a module can send now.
    struct Sender {
        let heading: String
        let path: String
        let events: [Event]
        let nothing: String?
    }

    struct Event {
        let markup: Markup
    }

    /// What a module received, made from sample data.
    struct Received {
        let heading: String
        let json: String
        let remark: String?
        let carriesTitle: String?
        let carries: String?
    }

    /// One screen with what goes out from it.
    struct Step {
        let anchor: String?
        let name: String?
        let id: String?
        let note: String?
        /// What is said of several forms on one screen where there is no script.
        let forms: String?
        let stage: Markup
        let senders: [Sender]
        let received: [Received]
        let tools: Tools?
    }

    /// The tools of what is on stage.
    struct Tools {
        let parts: [Markup]
    }

    let language: String
    /// The name that the buttons of the walk post under.
    let go: String
    let isNested: Bool
    let post: Post?
    let heading: String?
    let map: Map?
    let stackTitle: String?
    let stack: [Opened]
    let restart: String?
    let news: String?
    let isAlone: Bool
    let steps: [Step]
}
