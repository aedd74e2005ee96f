/// The variables of a form's template.
struct FormContext {
    struct Progress {
        let label: String
        let steps: [Step]
    }

    struct Step {
        let label: String
        let link: String?
        /// The value of the button that opens the step by posting the form, which keeps the typed values; nil if the
        /// form cannot be posted.
        let press: String?
        let state: String
        let isCurrent: Bool
    }

    struct Done {
        let icon: Markup
        let heading: String
        let then: String
        /// The target of the submit action; not called `action`, which is the URL that the form posts to.
        let target: String?
    }

    struct Summary {
        let heading: String
        let entries: [Entry]
    }

    /// A hidden input that keeps a value until the next post.
    struct Carried {
        let name: String
        let value: String
    }

    /// The reasons why some values could not be filled in.
    struct Trouble {
        let id: String
        let heading: String
        let problems: [Markup]
    }

    struct Entry {
        let title: String
        let target: String?
        let message: String
    }

    /// The HTML id of the form, which the buttons beside the phone refer to.
    let identifier: String
    /// The hidden inputs with the state of the documents that contain this form's document.
    let carriedInputs: Markup
    let action: String?
    let language: String
    let title: String?
    /// The number of the current step, from 1.
    let step: String
    /// The data of all steps as JSON, for the next post.
    let data: String
    /// The chosen alternatives whose controls are not on the page, such as those of other steps.
    let carried: [Carried]
    let progress: Progress?
    let issues: [Markup]
    let done: Done?
    let summary: Summary?
    let cleared: String?
    let stepTitle: String?
    /// The title of the step's schema, if it differs from the step's title.
    let schemaTitle: String?
    let stepDescription: String?
    let branches: [FieldContext.Branch]
    let fields: [Markup]
    let update: String?
    let back: String?
    let next: String
}

/// The variables of the template of the controls beside a form.
struct FormToolsContext {
    let action: String?
    /// The id of the form that the buttons belong to.
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
