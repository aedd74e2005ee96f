/// The moment at which a form or questionnaire is shown.
package enum FormMoment: String, Sendable, CaseIterable {
    case opened = ""
    /// The initial data have been submitted: shows the errors or, without any, the next step or the end.
    case submitted = "submit"
}
