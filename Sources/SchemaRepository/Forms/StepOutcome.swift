/// The answer to a filled page of a form: made by the form's logic, sent by the service.
package enum StepOutcome: Sendable {
    /// The JSON of the next page, of the same one with its errors, or of the end.
    case answer([UInt8])
    /// The document is not a form.
    case notAForm
    /// The form has fewer pages.
    case noSuchPage(total: Int)
    /// Checking takes longer than a request may.
    case tooMuchWork
}
