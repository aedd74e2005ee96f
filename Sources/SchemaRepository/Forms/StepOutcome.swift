/// The outcome of submitting a page of a form.
package enum StepOutcome: Sendable {
    /// The JSON for the client: the next page, a page with its errors, or the result after the last page.
    case answer([UInt8])
    /// The document is not a form.
    case notAForm
    /// The form has no page of the requested number; `total` is the number of its pages.
    case noSuchPage(total: Int)
    /// The work budget of the request was used up.
    case tooMuchWork
}
