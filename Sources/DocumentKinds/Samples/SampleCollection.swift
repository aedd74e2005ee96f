import JSONSchema
import JSONText

/// The values found so far for some subschemas, and all values already tried.
struct SampleCollection {
    let schemas: [SchemaNode]
    let count: Int
    let work: WorkBudget
    private var values: [SampleValue] = []
    /// The values without data (`hasNoData`), used only if there are not enough others.
    private var waiting: [SampleValue] = []
    private var tried: Set<[UInt8]> = []

    init(schemas: [SchemaNode], count: Int, work: WorkBudget) {
        self.schemas = schemas
        self.count = count
        self.work = work
    }

    var isFull: Bool { values.count >= count }
    var missing: Int { count - values.count }

    /// The values found, those without data last.
    var all: [SampleValue] { Array((values + waiting).prefix(count)) }

    /// Returns true if a value has not been tried before, and records it as tried.
    mutating func isNew(_ value: SampleValue) -> Bool { tried.insert(value.bytes).inserted }

    /// Adds a value if it is valid and differs from all values added so far. If `mayWait` is true, a value without data
    /// is used only if there are not enough others.
    mutating func take(_ value: SampleValue, mayWait: Bool) {
        guard !(values + waiting).contains(where: { $0.root.isEqual(to: value.root) }),
            schemas.allSatisfy({ $0.isValid(value.root, within: work) })
        else { return }
        if mayWait && value.hasNoData { waiting.append(value) } else { values.append(value) }
    }
}
