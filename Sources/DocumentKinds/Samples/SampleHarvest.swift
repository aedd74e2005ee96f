import JSONSchema
import JSONText

/// The values found so far for some subschemas, and those refused.
struct SampleHarvest {
    let schemas: [SchemaNode]
    let count: Int
    let work: WorkBudget
    private var values: [SampleValue] = []
    /// Values without data, for when there is nothing better.
    private var waiting: [SampleValue] = []
    private var tried: Set<[UInt8]> = []

    init(schemas: [SchemaNode], count: Int, work: WorkBudget) {
        self.schemas = schemas
        self.count = count
        self.work = work
    }

    var isFull: Bool { values.count >= count }
    var missing: Int { count - values.count }

    /// What was found, the waiting ones last.
    var all: [SampleValue] { Array((values + waiting).prefix(count)) }

    /// Whether a value has not been tried before.
    mutating func isNew(_ value: SampleValue) -> Bool { tried.insert(value.bytes).inserted }

    /// Keeps a value that fits and equals none of those kept.
    mutating func take(_ value: SampleValue, mayWait: Bool) {
        guard !(values + waiting).contains(where: { $0.root.isEqual(to: value.root) }),
            schemas.allSatisfy({ $0.isValid(value.root, within: work) })
        else { return }
        if mayWait && value.isBare { waiting.append(value) } else { values.append(value) }
    }
}
