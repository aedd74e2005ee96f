import JSONText

/// A choice between alternatives (`oneOf`, `anyOf`) that no field of the form makes: the person picks one by name.
struct FormBranch {
    /// The name of its control: the place of the value and that of the alternatives.
    let name: String
    /// The names of the alternatives, with their position among all.
    let alternatives: [(index: Int, title: String?)]
    /// The position of the one that applies.
    let chosen: Int

    /// What the names of such controls begin with.
    static let prefix = "_branch:"

    /// The control of the alternatives at one place of a schema, for the value at one place of the data.
    static func name(of alternatives: JSONValue, for pointer: String) -> String {
        "\(prefix)\(pointer):\(alternatives.pointer)"
    }
}

/// The alternatives that were picked, by the names of their controls.
typealias FormBranches = [String: Int]
