package import JSONText

/// A union whose branch is chosen by one property's constant, before anything is validated.
package final class Discriminator: Sendable {
    /// The property that decides.
    package let property: String
    /// Positions of branches by constant, in the order of the branches.
    package let constants: [(value: String, branch: Int)]
    /// Whether the schema itself names the property (`x-discriminator`).
    package let isDeclared: Bool
    /// Whether every branch is bound to constants of its own, so that a value can only hold in the branch it names.
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

    /// The branch that a value of the property chooses; nil where none does.
    package func branch(for value: JSONValue) -> Int? {
        guard let position = table[value] else { return nil }
        return constants[position].branch
    }

    /// The value that decides, in an object that has it.
    package func decider(in value: JSONValue) -> JSONValue? {
        value.member(name)?.value
    }
}
