/// The variables of a questionnaire's template.
struct QuestionnaireContext {
    struct Section {
        let id: String
        let pointer: String
        let title: String?
        let count: String?
        let isComplete: Bool
        let cells: [Markup]
    }

    /// The progress of filling it in.
    struct Completeness {
        let id: String
        let text: String
        let complete: String
        let total: String
        let isComplete: Bool
        let icon: Markup
    }

    /// The missing values, as links.
    struct Gaps {
        let heading: String
        /// True if they must be announced because the person tried to submit.
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

    /// The form's id, which its tools refer to.
    let identifier: String
    /// The fields of the documents around it.
    let carriedInputs: Markup
    let action: String?
    let language: String
    let title: String?
    /// The values as JSON, for the next post.
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

/// The variables of the template of a questionnaire's tools.
struct QuestionnaireToolsContext {
    let action: String?
    /// The id of the form that the buttons belong to.
    let form: String
    let isDone: Bool
    let payloadTitle: String
    let payload: String
    let hidden: QuestionnaireContext.Hidden?
    let fill: String
    let restart: String
}
