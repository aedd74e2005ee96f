package import JSONText

/// The property of a union whose constant selects the branch before anything is validated.
///
/// Several branches may have the same constant, for older and newer clients.
package final class Discriminator: Sendable {
    /// A constant and the positions of its branches, ascending.
    struct Constant {
        let value: String
        var branches: [Int]
    }

    /// The branches that a value of the property selects.
    package enum Choice: Sendable {
        case none
        case one(Int)
        /// The positions of the branches that have the same constant, ascending.
        case several([Int])
    }

    /// The name of the property.
    package let property: String
    /// The constants, in the order of the branches.
    let constants: [Constant]
    /// True if the schema names the property (`x-discriminator`).
    package let isDeclared: Bool
    /// True if every branch has constants, so that a value can match only the branches that it selects.
    let isComplete: Bool
    private let choices: [Choice]
    private let table: ByteTable
    private let name: JSONName

    init(property: String, constants: [Constant], isDeclared: Bool, isComplete: Bool) {
        self.property = property
        name = JSONName(property)
        self.constants = constants
        self.isDeclared = isDeclared
        self.isComplete = isComplete
        choices = constants.map { $0.branches.count == 1 ? .one($0.branches[0]) : .several($0.branches) }
        table = ByteTable(constants.map { Array($0.value.utf8) })
    }

    /// Returns the branches that a value of the property selects.
    package func choice(for value: JSONValue) -> Choice {
        guard let position = table[value] else { return .none }
        return choices[position]
    }

    /// Returns the indices of the branches that a value of the property selects, ascending.
    package func branches(for value: JSONValue) -> [Int] {
        switch choice(for: value) {
        case .none: []
        case .one(let branch): [branch]
        case .several(let branches): branches
        }
    }

    /// Returns the value of the property in an object, or nil.
    package func decider(in value: JSONValue) -> JSONValue? {
        value.member(name)?.value
    }
}
