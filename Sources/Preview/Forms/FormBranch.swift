import JSONText

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

    /// Returns the control's name for the alternatives at one place of a schema and the value at a pointer.
    static func name(of alternatives: JSONValue, for pointer: String) -> String {
        "\(prefix)\(pointer):\(alternatives.pointer)"
    }
}

/// The chosen alternatives, by the names of their controls.
typealias FormBranches = [String: Int]
