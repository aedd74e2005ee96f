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
    /// Returns the elements in groups whose keys have the same code points, in the order of the groups' first elements.
    package func grouped(by key: (Element) -> String?) -> [(key: String?, elements: [Element])] {
        var groups: [(key: String?, elements: [Element])] = []
        var places: [[UInt8]?: Int] = [:]
        for element in self {
            let key = key(element)
            let bytes = key.map { Array($0.utf8) }
            if let place = places[bytes] {
                groups[place].elements.append(element)
            } else {
                places[bytes] = groups.count
                groups.append((key, [element]))
            }
        }
        return groups
    }
}
