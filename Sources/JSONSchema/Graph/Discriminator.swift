package import JSONText

/// The property of a union whose constant selects the branch before anything is validated.
package final class Discriminator: Sendable {
    /// The name of the property.
    package let property: String
    /// The branch index for each constant, in the order of the branches.
    package let constants: [(value: String, branch: Int)]
    /// True if the schema names the property (`x-discriminator`).
    package let isDeclared: Bool
    /// True if every branch has constants of its own, so that a value can fit only the branch it names.
    let isComplete: Bool
    private let table: ByteTable
    private let name: JSONName

    init(property: String, constants: [(value: String, branch: Int)], isDeclared: Bool, isComplete: Bool) {
        self.property = property
        name = JSONName(property)
        self.constants = constants
        self.isDeclared = isDeclared
        self.isComplete = isComplete
        table = ByteTable(constants.map { Array($0.value.utf8) })
    }

    /// Returns the branch index that a value of the property selects, or nil.
    package func branch(for value: JSONValue) -> Int? {
        guard let position = table[value] else { return nil }
        return constants[position].branch
    }

    /// Returns the value of the property in an object, or nil.
    package func decider(in value: JSONValue) -> JSONValue? {
        value.member(name)?.value
    }
}
