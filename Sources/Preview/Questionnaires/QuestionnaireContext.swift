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

    /// The progress of filling in the questionnaire.
    struct Completeness {
        let id: String
        let text: String
        let complete: String
        let total: String
        let isComplete: Bool
        let icon: Markup
    }

    /// The first 50 cells with missing or invalid values, as links.
    struct Gaps {
        let heading: String
        /// True if screen readers must announce the gaps because the person tried to submit.
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

    /// The HTML id of the form, which the buttons beside the phone refer to.
    let identifier: String
    /// The hidden inputs with the state of the documents that contain the questionnaire.
    let carriedInputs: Markup
    let action: String?
    let language: String
    let title: String?
    /// The values as JSON, for the next post.
    let data: String
    /// The pointers of the lookup cells whose value a person typed, as JSON.
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

/// The variables of the template of the controls beside a questionnaire.
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
