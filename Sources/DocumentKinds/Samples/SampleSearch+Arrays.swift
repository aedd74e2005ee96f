import JSONSchema
import JSONText

extension SampleSearch {
    /// The maximum number of required elements for which arrays are generated.
    private static let mostElements = 1024

    /// Suggests arrays of an allowed length with the elements that `contains` requires.
    mutating func proposeArrays(_ demand: SampleDemand, at place: SamplePlace, to collection: inout SampleCollection) {
        let minimum = demand.nodes.compactMap(\.itemCounts.minimum).max() ?? 0
        let maximum = demand.nodes.compactMap(\.itemCounts.maximum).min() ?? .max
        let contained = demand.nodes.flatMap { node in
            node.contains.map { Array(repeating: $0, count: min(node.minimumContains, Self.mostElements)) } ?? []
        }
        let fixed = demand.nodes.map { $0.prefixItems.count }.max() ?? 0
        let least = max(minimum, contained.count)
        guard least <= min(maximum, Self.mostElements) else { return }
        let leadsBack = demand.schemas(ofElement: fixed).contains { schema in
            place.open.contains(schema) || schema.target.map(place.open.contains) ?? false
        }
        let more = isGenerous(at: place) && !leadsBack ? max(least, fixed, 1) : least
        var lengths = [min(more, maximum), least, min(fixed, maximum)]
        lengths = lengths.enumerated().filter { lengths.firstIndex(of: $0.element) == $0.offset }.map(\.element)
        for length in lengths where !collection.isFull {
            for shift in 0..<max(1, collection.missing) where !collection.isFull {
                guard let elements = elements(length, shift, contained, demand, at: place) else { break }
                offer(SampleValue(elements: elements), to: &collection, mayWait: length == 0 && more > 0)
            }
        }
        for length in [least + 1, least + 2] where collection.all.count < collection.count && length <= maximum {
            elements(length, 0, contained, demand, at: place).map {
                offer(SampleValue(elements: $0), to: &collection)
            }
        }
    }

    /// Returns elements for an array of this length, all different if `uniqueItems` requires it; nil if too few are
    /// found. Different values of `shift` give different first elements, as far as there are any.
    private mutating func elements(
        _ length: Int, _ shift: Int, _ contained: [SchemaNode], _ demand: SampleDemand, at place: SamplePlace
    ) -> [SampleValue]? {
        let areUnique = demand.nodes.contains(where: \.uniqueItems)
        var found: [SampleValue] = []
        var known: [[SchemaNode]: [SampleValue]] = [:]
        for index in 0..<length {
            var schemas = demand.schemas(ofElement: index)
            if index < contained.count { schemas.append(contained[index]) }
            let wanted = areUnique ? length + shift : 1 + shift
            let values: [SampleValue]
            if let made = known[schemas] {
                values = made
            } else if schemas.isEmpty {
                values = (0..<wanted).compactMap { SampleValue(text: SampleTexts.plain(word, number: $0)) }
            } else {
                values = self.values(of: schemas, at: place.inside(String(index), of: demand.nodes), count: wanted)
            }
            known[schemas] = values
            if values.isEmpty { return nil }
            let rest = values.dropFirst(index == 0 ? min(shift, values.count - 1) : 0)
            let value = areUnique ? rest.first { new in !found.contains { $0.root.isEqual(to: new.root) } } : rest.first
            guard let value else { return nil }
            found.append(value)
        }
        return found
    }
}
