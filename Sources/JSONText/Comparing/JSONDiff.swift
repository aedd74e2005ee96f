/// The structural differences between two values, regardless of white space.
///
/// Members are matched by name. Array items are matched by their `tag`, `id`, `key` or `name`, then by equal content,
/// then by similarity in the gaps between matched items. Equal values have no difference. The running time is nearly
/// proportional to the length of the texts.
package struct JSONDiff: Sendable {
    /// The differences in the order of the new document; the values removed from an object or array come before all
    /// other differences inside it.
    package private(set) var changes: [JSONChange] = []

    private let comparison: JSONComparison

    /// Compares two values of one document or of two.
    package init(from old: JSONValue, to new: JSONValue, by comparison: JSONComparison = .meaning) {
        self.comparison = comparison
        compare(old, new)
    }

    private mutating func compare(_ old: JSONValue, _ new: JSONValue) {
        if old.isEqual(to: new, by: comparison) { return }
        switch (old.kind, new.kind) {
        case (.object, .object): compareMembers(old, new)
        case (.array, .array): compareItems(old, new)
        default: changes.append(JSONChange(kind: .replaced, old: old, new: new))
        }
    }

    private mutating func compareMembers(_ old: JSONValue, _ new: JSONValue) {
        var positions: [JSONName: Int] = [:]
        let oldMembers = Array(old.members)
        let newMembers = Array(new.members)
        for (position, member) in oldMembers.enumerated() { positions[JSONName(of: member)] = position }
        let oldPositions = newMembers.map { positions.removeValue(forKey: JSONName(of: $0)) }
        for position in positions.values.sorted() {
            changes.append(JSONChange(kind: .removed, old: oldMembers[position].value, new: nil))
        }
        let moved = comparison == .writing ? LongestIncreasingSubsequence.exceptions(in: oldPositions) : []
        for (position, member) in newMembers.enumerated() {
            report(member.value, from: oldPositions[position].map { oldMembers[$0].value }, moved.contains(position))
        }
    }

    private mutating func compareItems(_ old: JSONValue, _ new: JSONValue) {
        let oldItems = Array(old.elements)
        let newItems = Array(new.elements)
        let matching = ArrayMatching(oldItems, newItems, by: comparison)
        for (position, item) in oldItems.enumerated() where matching.newPositions[position] == nil {
            changes.append(JSONChange(kind: .removed, old: item, new: nil))
        }
        let moved = matching.moved
        for (position, item) in newItems.enumerated() {
            report(item, from: matching.oldPositions[position].map { oldItems[$0] }, moved.contains(position))
        }
    }

    private mutating func report(_ new: JSONValue, from old: JSONValue?, _ isMoved: Bool) {
        guard let old else {
            changes.append(JSONChange(kind: .added, old: nil, new: new))
            return
        }
        if isMoved { changes.append(JSONChange(kind: .moved, old: old, new: new)) }
        compare(old, new)
    }
}
