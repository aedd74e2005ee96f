extension JSONValue {
    /// The value as a label: a string that is not empty, or a number or Boolean as written; nil for all others.
    package var label: String? {
        switch kind {
        case .string: string.flatMap { $0.isEmpty ? nil : $0 }
        case .number, .boolean: rawText
        case .null, .array, .object: nil
        }
    }
}

extension Sequence {
    /// Returns the elements in groups with equal keys, in the order of the groups' first elements.
    package func grouped<Key: Hashable>(by key: (Element) -> Key) -> [(key: Key, elements: [Element])] {
        var groups: [(key: Key, elements: [Element])] = []
        var places: [Key: Int] = [:]
        for element in self {
            let key = key(element)
            if let place = places[key] {
                groups[place].elements.append(element)
            } else {
                places[key] = groups.count
                groups.append((key, [element]))
            }
        }
        return groups
    }
}
