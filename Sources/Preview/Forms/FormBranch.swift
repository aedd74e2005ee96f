import JSONText

/// A choice between alternatives (`oneOf`, `anyOf`) that no field's value decides, so that a person chooses by title.
struct FormBranch {
    /// The name of the control: the pointers of the value and of the alternatives.
    let name: String
    /// The titles of the alternatives to choose from, with their indexes in `oneOf` or `anyOf`.
    let alternatives: [(index: Int, title: String?)]
    /// The index of the chosen alternative.
    let chosen: Int

    /// The prefix of the names of the controls for such choices.
    static let prefix = "_branch:"

    /// Returns the name of the control for the alternatives at one pointer of the document and the value at another.
    static func name(of alternatives: String, for pointer: String) -> String {
        "\(prefix)\(pointer):\(alternatives)"
    }
}

/// The indexes of the chosen alternatives, by the name of the control.
typealias ChosenAlternatives = [JSONName: Int]
