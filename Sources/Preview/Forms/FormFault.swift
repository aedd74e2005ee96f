/// An error in the data of a form's step.
struct FormFault: Hashable {
    /// The pointer of the value, or of the missing value; empty for the step as a whole.
    let pointer: String
    /// The violated keyword of the JSON Schema.
    let keyword: String
    /// The message for the keyword: the form's own, or else the default.
    let message: String
}
