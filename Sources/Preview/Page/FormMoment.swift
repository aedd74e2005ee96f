/// When in its use a form or questionnaire is shown.
package enum FormMoment: String, Sendable, CaseIterable {
    case opened = ""
    /// What it was opened with has been submitted: errors show, and where there are none the next step or the end does.
    case submitted = "submit"
}
