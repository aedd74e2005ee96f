import JSONSchema
import JSONText

/// The members of a form's data that the schema of one page names.
struct FormMembers {
    /// The names in `properties`, also in combined and referenced schemas, but not in conditions (`if`).
    private(set) var declared: Set<JSONName> = []
    /// The names that conditions, `required` and dependencies refer to; they may be members of other pages.
    private(set) var mentioned: Set<JSONName> = []

    /// Finds the names in a page's schema; incomplete if the request's work budget is spent.
    init(of root: SchemaNode?, within work: WorkBudget) {
        var pending = [root].compactMap(\.self).map { (part: $0, isCondition: false) }
        var (visited, conditions): (Set<SchemaNode>, Set<SchemaNode>) = ([], [])
        while let (part, isCondition) = pending.popLast(), work.spend() {
            let isNew = isCondition ? conditions.insert(part).inserted : visited.insert(part).inserted
            guard isNew else { continue }
            let properties = part.properties.map(\.name)
            let others =
                part.required + part.dependentRequired.flatMap { [$0.name] + $0.required }
                + part.dependentSchemas.map(\.name)
            guard work.spend(properties.count + others.count) else { return }
            mentioned.formUnion(others.lazy.map { JSONName($0) })
            if isCondition {
                mentioned.formUnion(properties.lazy.map { JSONName($0) })
            } else {
                declared.formUnion(properties.lazy.map { JSONName($0) })
            }
            let single = [part.reference, part.dynamicReference, part.not, part.then, part.else].compactMap(\.self)
            let applied = single + part.allOf + part.anyOf + part.oneOf + part.dependentSchemas.map(\.node)
            pending += applied.map { (part: $0, isCondition: isCondition) }
            if let condition = part.if { pending.append((part: condition, isCondition: true)) }
        }
    }
}
