/// A choice between alternatives (`oneOf`, `anyOf`) that no field decides, so that a person chooses one by name.
struct FormBranch {
    /// The name of its control: the pointers of the value and of the alternatives.
    let name: String
    /// The titles of the alternatives, with their index among all.
    let alternatives: [(index: Int, title: String?)]
    /// The index of the current alternative.
    let chosen: Int

    /// The prefix of the controls' names.
    static let prefix = "_branch:"

    /// Returns the control's name for the alternatives at one place of the document and the value at a pointer.
    static func name(of alternatives: String, for pointer: String) -> String {
        "\(prefix)\(pointer):\(alternatives)"
    }
}

/// The chosen alternatives, by the names of their controls.
typealias FormBranches = [String: Int]
