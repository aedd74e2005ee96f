import JSONText

/// The first item of an array that equals one before it.
struct RepeatedItem {
    /// The positions of the two equal items, the earlier one first.
    let first: Int
    let second: Int

    /// Finds the first repeated item in linear time; nil if all items differ.
    init?(in array: JSONValue) {
        if array.count < 2 { return nil }
        var seen: [ItemKey: Int] = [:]
        for (position, item) in array.elements.enumerated() {
            if let earlier = seen.updateValue(position, forKey: ItemKey(value: item)) {
                first = earlier
                second = position
                return
            }
        }
        return nil
    }

    private struct ItemKey: Hashable {
        let value: JSONValue

        static func == (one: ItemKey, other: ItemKey) -> Bool { one.value.isEqual(to: other.value) }

        func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
    }
}
