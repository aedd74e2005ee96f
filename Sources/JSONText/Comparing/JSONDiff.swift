/// The structural differences between two values, which are independent of line breaks.
///
/// Members are matched by name; their order has no meaning. Array items are matched by their `tag`, `id`, `key` or
/// `name`, then by their content, then by their place between matched neighbours. Equal values have no difference.
package struct JSONDiff: Sendable {
    /// The differences in the order of the new document; removed values come where their neighbours are.
    package private(set) var changes: [JSONChange] = []

    /// Compares two values of one document or of two.
    package init(from old: JSONValue, to new: JSONValue) {
        compare(old, new)
    }

    private mutating func compare(_ old: JSONValue, _ new: JSONValue) {
        if old.isEqual(to: new) { return }
        switch (old.kind, new.kind) {
        case (.object, .object): compareMembers(old, new)
        case (.array, .array): compareItems(old, new)
        default: changes.append(JSONChange(kind: .replaced, old: old, new: new))
        }
    }

    private mutating func compareMembers(_ old: JSONValue, _ new: JSONValue) {
        var added = Set(new.members.map(\.nameUTF8))
        for member in old.members {
            if !added.contains(member.nameUTF8) {
                changes.append(JSONChange(kind: .removed, old: member.value, new: nil))
            }
            added.remove(member.nameUTF8)
        }
        var values: [[UInt8]: JSONValue] = [:]
        for member in old.members { values[member.nameUTF8] = member.value }
        for member in new.members {
            if let value = values[member.nameUTF8] {
                compare(value, member.value)
            } else {
                changes.append(JSONChange(kind: .added, old: nil, new: member.value))
            }
        }
    }

    private mutating func compareItems(_ old: JSONValue, _ new: JSONValue) {
        let oldItems = Array(old.elements)
        let newItems = Array(new.elements)
        let matching = ArrayMatching(oldItems, newItems)
        for (position, item) in oldItems.enumerated() where !matching.isMatched(old: position) {
            changes.append(JSONChange(kind: .removed, old: item, new: nil))
        }
        for (position, item) in newItems.enumerated() {
            guard let oldPosition = matching.oldPositions[position] else {
                changes.append(JSONChange(kind: .added, old: nil, new: item))
                continue
            }
            if matching.moved.contains(position) {
                changes.append(JSONChange(kind: .moved, old: oldItems[oldPosition], new: item))
            }
            compare(oldItems[oldPosition], item)
        }
    }
}
