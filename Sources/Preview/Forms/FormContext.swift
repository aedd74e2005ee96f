/// What the template of a form sees.
struct FormContext {
    struct Progress {
        let label: String
        let steps: [Step]
    }

    struct Step {
        let label: String
        let link: String?
        /// What pressing it says, where the form posts: so what was typed is carried along.
        let press: String?
        let state: String
        let isCurrent: Bool
    }

    struct Done {
        let icon: Markup
        let heading: String
        let then: String
        /// What the submit action leads to; named apart from the form's own `action`.
        let target: String?
    }

    struct Summary {
        let heading: String
        let entries: [Entry]
    }

    struct Carried {
        let name: String
        let value: String
    }

    /// Why not everything could be filled.
    struct Trouble {
        let heading: String
        let problems: [Markup]
    }

    struct Entry {
        let title: String
        let target: String?
        let message: String
    }

    /// The form's identifier, by which its tools know it.
    let identifier: String
    let action: String?
    let language: String
    let title: String?
    /// The step shown, from 1.
    let step: String
    /// The data of all steps as JSON, for the next post.
    let data: String
    /// The alternatives that were picked in other steps.
    let carried: [Carried]
    let progress: Progress?
    let issues: [Markup]
    let done: Done?
    let summary: Summary?
    let cleared: String?
    let stepTitle: String?
    /// What the step's schema is called, where the step is called otherwise.
    let schemaTitle: String?
    let stepDescription: String?
    let branches: [FieldContext.Branch]
    let fields: [Markup]
    let update: String?
    let back: String?
    let next: String
}

/// The context of the template of a form's tools.
struct FormToolsContext {
    let action: String?
    /// The identifier of the form that the buttons belong to.
    let form: String
    let isDone: Bool
    let payloadTitle: String
    let payload: String
    let submitLabel: String
    let submitAction: String?
    let fill: String?
    let trouble: FormContext.Trouble?
    let restart: String?
}
