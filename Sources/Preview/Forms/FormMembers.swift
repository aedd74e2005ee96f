import JSONSchema
import JSONText

/// The members of a form's data that the schema of one page names.
struct FormMembers {
    /// A keyword that refuses the page's data unless alternatives apply, or an exclusion does not: `anyOf`, `oneOf` or
    /// `not` of the data as a whole.
    struct Combination {
        /// The schema with the keyword.
        let owner: SchemaNode
        let keyword: String
        /// The subschemas of the keyword that apply to the data as a whole, without those that apply in any case.
        fileprivate(set) var parts: Set<SchemaNode> = []
        /// The names in `properties`, `required` and dependencies of these subschemas.
        fileprivate(set) var names: Set<JSONName> = []
    }

    /// The names in `properties`, also in combined and referenced schemas, but not in conditions (`if`).
    private(set) var declared: Set<JSONName> = []
    /// The names in `properties` of the schemas that apply to the data as a whole in any case.
    private(set) var certain: Set<JSONName> = []
    /// The names that conditions, `required` and dependencies refer to; they may be members of other pages.
    private(set) var mentioned: Set<JSONName> = []
    private(set) var combinations: [Combination] = []
    /// The subschemas that apply to the data as a whole in any case.
    private(set) var unconditional: Set<SchemaNode> = []

    /// Finds the names in a page's schema; incomplete if the request's work budget is spent.
    init(of root: SchemaNode?, within work: WorkBudget) {
        guard let root else { return }
        findNames(in: root, within: work)
        findCombinations(in: root, within: work)
    }

    private mutating func findNames(in root: SchemaNode, within work: WorkBudget) {
        var pending = [(part: root, isCondition: false)]
        var (visited, conditions): (Set<SchemaNode>, Set<SchemaNode>) = ([], [])
        while let (part, isCondition) = pending.popLast(), work.spend() {
            let isNew = isCondition ? conditions.insert(part).inserted : visited.insert(part).inserted
            guard isNew else { continue }
            let properties = part.properties.map(\.name)
            let others = part.referredMembers
            guard work.spend(properties.count + others.count) else { return }
            mentioned.formUnion(others.lazy.map { JSONName($0) })
            if isCondition {
                mentioned.formUnion(properties.lazy.map { JSONName($0) })
            } else {
                declared.formUnion(properties.lazy.map { JSONName($0) })
            }
            pending += part.applied.map { (part: $0, isCondition: isCondition) }
            if let condition = part.if { pending.append((part: condition, isCondition: true)) }
        }
    }

    private mutating func findCombinations(in root: SchemaNode, within work: WorkBudget) {
        var pending = [root]
        while let part = pending.popLast(), work.spend() {
            guard unconditional.insert(part).inserted else { continue }
            let properties = part.properties.map(\.name)
            guard work.spend(properties.count) else { return }
            certain.formUnion(properties.lazy.map { JSONName($0) })
            pending += [part.reference, part.dynamicReference].compactMap(\.self) + part.allOf
        }
        for owner in unconditional {
            let keywords = [("anyOf", owner.anyOf), ("oneOf", owner.oneOf), ("not", [owner.not].compactMap(\.self))]
            for (keyword, parts) in keywords where !parts.isEmpty {
                var combination = Combination(owner: owner, keyword: keyword)
                pending = parts
                while let part = pending.popLast(), work.spend() {
                    guard !unconditional.contains(part), combination.parts.insert(part).inserted else { continue }
                    let names = part.properties.map(\.name) + part.referredMembers
                    guard work.spend(names.count) else { return }
                    combination.names.formUnion(names.lazy.map { JSONName($0) })
                    pending += part.applied + [part.if].compactMap(\.self)
                }
                combinations.append(combination)
            }
        }
    }

    /// Returns the members on which a fault depends besides the member that it is about: those that the combinations
    /// name without which there would be no such fault.
    func alternatives(to fault: SchemaFault) -> Set<JSONName> {
        guard let schema = fault.schema else { return [] }
        let isWhole = fault.diagnostic.pointer.tokens.isEmpty
        let tokens = schema.source.pointer.tokens
        var names: Set<JSONName> = []
        for combination in combinations {
            let isOwn = isWhole && combination.owner == schema && combination.keyword == fault.diagnostic.keyword
            let isInside =
                !unconditional.contains(schema)
                && combination.parts.contains { tokens.starts(with: $0.source.pointer.tokens) }
            if isOwn || isInside { names.formUnion(combination.names) }
        }
        return names
    }
}

extension SchemaNode {
    /// The names in `required` and the dependencies.
    fileprivate var referredMembers: [String] {
        required + dependentRequired.flatMap { [$0.name] + $0.required } + dependentSchemas.map(\.name)
    }

    /// The subschemas that apply, or may apply, to the same value, without the condition (`if`).
    fileprivate var applied: [SchemaNode] {
        [reference, dynamicReference, not, then, self.else].compactMap(\.self) + allOf + anyOf + oneOf
            + dependentSchemas.map(\.node)
    }
}
