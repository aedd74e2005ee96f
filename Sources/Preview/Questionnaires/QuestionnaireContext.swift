/// What the template of a questionnaire sees.
struct QuestionnaireContext {
    struct Section {
        let id: String
        let pointer: String
        let title: String?
        let count: String?
        let isComplete: Bool
        let cells: [Markup]
    }

    /// How far it is filled in.
    struct Completeness {
        let text: String
        let complete: String
        let total: String
        let isComplete: Bool
        let icon: Markup
    }

    /// What is missing, as links.
    struct Gaps {
        let heading: String
        /// Whether the person was told, rather than may look.
        let isAlert: Bool
        let entries: [Gap]
    }

    struct Gap {
        let title: String
        let target: String
        let reason: String
    }

    struct Hidden {
        let heading: String
        let isOpen: Bool
        let cells: [Markup]
    }

    struct Done {
        let icon: Markup
        let heading: String
    }

    /// The form's identifier, by which its tools know it.
    let identifier: String
    let action: String?
    let language: String
    let title: String?
    /// The values, as JSON, for the next post.
    let data: String
    let typed: String
    let isChecked: Bool
    let done: Done?
    let completeness: Completeness?
    let gaps: Gaps?
    let notes: [String]
    let sections: [Markup]
    let update: String?
    let submit: String?
}

/// The context of the template of a questionnaire's tools.
struct QuestionnaireToolsContext {
    let action: String?
    /// The identifier of the form that the buttons belong to.
    let form: String
    let isDone: Bool
    let payloadTitle: String
    let payload: String
    let hidden: QuestionnaireContext.Hidden?
    let fill: String
    let restart: String
}
