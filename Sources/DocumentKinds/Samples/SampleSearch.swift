import JSONSchema
import JSONText
import SchemaRepository

/// Searches for valid values: for one combination of union branches after another, it tries the values that the
/// keywords suggest.
struct SampleSearch {
    let options: SampleOptions
    /// The maximum number of combinations of union branches tried for one value.
    private static let mostWays = 160
    /// The maximum depth of generated values, even if deeper ones are required.
    private static let deepest = 48
    /// The number of tries after which only required members are generated.
    private var generousTries: Int { options.maximumTries / 3 }

    /// The word that free text consists of.
    var word: String { SampleWord.inLanguage(options.language) }

    private var heights = SchemaHeights()
    private var tries = 0
    /// The time and steps left for the whole search, including the validation of candidates.
    let work: WorkBudget
    /// The refusal at the deepest place so far.
    private var refusal: SampleRefusal?

    init(options: SampleOptions) {
        self.options = options
        work = WorkBudget(duration: options.maximumDuration, steps: 200_000_000)
    }

    /// Returns up to `count` different values that match all subschemas, the best first.
    mutating func values(of schemas: [SchemaNode], at place: SamplePlace, count: Int) -> [SampleValue] {
        guard place.depth <= Self.deepest, !schemas.contains(where: { $0.constant == false }) else { return [] }
        var collection = SampleCollection(schemas: schemas, count: count, work: work)
        let coverage: SampleOptions.Coverage = isGenerous(at: place) ? options.coverage : .required
        var pending: [[Int]] = [[]]
        var next = 0
        var reason = SampleRefusal.Reason.value
        while next < pending.count, next < Self.mostWays, !collection.isFull, !isSpent {
            let decisions = pending[next]
            next += 1
            let demand = SampleDemand(
                schemas, decisions: decisions, coverage: coverage, open: place.open, heights: &heights,
                work: work)
            for position in decisions.count..<max(decisions.count, demand.ways.count)
            where pending.count < 4 * Self.mostWays {
                let before = decisions + Array(repeating: 0, count: position - decisions.count)
                for way in 1..<max(1, demand.ways[position]) { pending.append(before + [way]) }
            }
            propose(demand, at: place, to: &collection, &reason)
        }
        let values = collection.all
        if values.isEmpty { refuse(reason, at: place, schemas) }
        return values
    }

    /// Returns the reason why no value was found.
    func refusal(for root: SchemaNode) -> SampleRefusal {
        if isSpent {
            return SampleRefusal(
                reason: .tooCostly, pointer: refusal?.pointer ?? JSONPointer(), schema: root.location)
        }
        return refusal ?? SampleRefusal(reason: .value, pointer: JSONPointer(), schema: root.location)
    }

    /// Returns true if values at this place get more than the required members.
    func isGenerous(at place: SamplePlace) -> Bool {
        options.coverage == .everything && place.depth < options.depth && tries < generousTries
    }

    var isSpent: Bool { tries >= options.maximumTries || work.isSpent }

    /// Adds a value to the collection if it is valid; see ``SampleCollection/take(_:mayWait:)``. A large value counts
    /// as several tries.
    mutating func offer(_ value: SampleValue?, to collection: inout SampleCollection, mayWait: Bool = false) {
        guard let value, !isSpent, collection.isNew(value) else { return }
        tries += 1 + value.bytes.count / 2048
        collection.take(value, mayWait: mayWait)
    }

    private mutating func propose(
        _ demand: SampleDemand, at place: SamplePlace, to collection: inout SampleCollection,
        _ reason: inout SampleRefusal.Reason
    ) {
        for value in demand.written {
            offer(SampleValue(written: value), to: &collection, mayWait: true)
            if collection.isFull { return }
        }
        if demand.nodes.contains(where: { $0.constantValue != nil || $0.allowedValues != nil }) { return }
        for type in demand.orderedTypes {
            if collection.isFull || isSpent { return }
            switch type {
            case .object:
                reason = .object
                proposeObjects(demand, at: place, to: &collection)
            case .array:
                reason = .array
                proposeArrays(demand, at: place, to: &collection)
            case .string:
                reason = .text
                for text in SampleTexts(demand.nodes, word: word).texts(collection.missing) where !collection.isFull {
                    offer(SampleValue(text: text), to: &collection)
                }
            case .number, .integer:
                reason = .number
                let numbers = SampleNumbers(demand.nodes, areIntegers: type == .integer)
                for number in numbers.texts(collection.missing) where !collection.isFull {
                    offer(SampleValue(number: number), to: &collection)
                }
            case .boolean:
                offer(SampleValue(Array("true".utf8)), to: &collection)
                if !collection.isFull { offer(SampleValue(Array("false".utf8)), to: &collection) }
            default: offer(SampleValue(Array("null".utf8)), to: &collection, mayWait: true)
            }
        }
    }

    private mutating func refuse(_ reason: SampleRefusal.Reason, at place: SamplePlace, _ schemas: [SchemaNode]) {
        guard let schema = schemas.first, (refusal?.pointer.tokens.count ?? -1) < place.pointer.tokens.count else {
            return
        }
        refusal = SampleRefusal(reason: reason, pointer: place.pointer, schema: schema.location)
    }
}

extension SampleDemand {
    /// The values that the subschemas contain, the best first.
    var written: [JSONValue] {
        var found: [JSONValue] = []
        let testValue = Annotation.testValue.rawValue
        for keyword in [testValue, Annotation.examples.rawValue, "examples", "example", "default"] {
            for node in nodes {
                guard let value = node.source[keyword] else { continue }
                switch (keyword, value.kind) {
                case (testValue, .array): found += [value] + Array(value.elements)
                case (testValue, _), ("default", _), ("example", _): found.append(value)
                case (_, .array): found += Array(value.elements)
                case (_, .object): found += value.members.map(\.value)
                default: break
                }
            }
        }
        return found + nodes.compactMap(\.constantValue)
            + (nodes.compactMap(\.allowedValues).min { $0.count < $1.count } ?? [])
    }

    /// The allowed types, beginning with those whose values a keyword restricts.
    var orderedTypes: [TypeSet] {
        let types = types
        let constrained = nodes.reduce(TypeSet()) { $0.union($1.constrainedTypes) }
        let all: [TypeSet] = [.object, .array, .string, .number, .integer, .boolean, .null]
        let allowed = all.filter { types.contains($0) && !($0 == .integer && types.contains(.number)) }
        // A value without any restrictions becomes a text.
        let order: [TypeSet] = types == .any ? [.string, .object, .array, .number, .boolean, .null] : allowed
        return order.filter { constrained.contains($0) } + order.filter { !constrained.contains($0) }
    }
}
