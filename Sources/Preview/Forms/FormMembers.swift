import JSONSchema
import JSONText

/// The members of a form's data that the schema of one page names. A page is what the form's document calls a step.
struct FormMembers {
    /// The subschemas of one keyword for the data as a whole: of `anyOf`, `oneOf`, `not` or `dependentSchemas`, or of
    /// `then` and `else` together. Unlike those of `allOf`, the data need not match each of them.
    struct Group {
        /// The names in the subschemas, and in the condition of `then` and `else`.
        fileprivate(set) var names: Set<JSONName> = []
    }

    /// A keyword of a subschema.
    private struct Place: Hashable {
        let owner: SchemaNode
        let keyword: String
    }

    /// The names in `properties`, also in combined and referenced schemas, but not in conditions (`if`).
    private(set) var declared: Set<JSONName> = []
    /// The names in `properties` of the schemas that apply to the data as a whole in any case.
    private(set) var certain: Set<JSONName> = []
    /// The names that conditions, `required` and dependencies refer to; they may be members of other pages.
    private(set) var mentioned: Set<JSONName> = []
    private(set) var groups: [Group] = []
    /// The index of the group of each keyword.
    private var byKeyword: [Place: Int] = [:]
    /// The indexes of the groups that contain a subschema, by the subschema's pointer.
    private var byPointer: [JSONPointer: [Int]] = [:]
    /// The subschemas that apply to the data as a whole in any case.
    private var unconditional: Set<SchemaNode> = []

    /// Finds the names in a page's schema; incomplete if the request's work budget is spent.
    init(of root: SchemaNode?, within work: WorkBudget) {
        guard let root else { return }
        findCertain(in: root, within: work)
        let parts = findNames(in: root, within: work)
        findGroups(of: parts, within: work)
    }

    private mutating func findCertain(in root: SchemaNode, within work: WorkBudget) {
        var pending = [root]
        while let part = pending.popLast(), work.spend() {
            guard unconditional.insert(part).inserted else { continue }
            let properties = part.properties.map(\.name)
            guard work.spend(properties.count) else { return }
            certain.formUnion(properties.lazy.map { JSONName($0) })
            pending += [part.reference, part.dynamicReference].compactMap(\.self) + part.allOf
        }
    }

    /// Returns the subschemas that may apply to the data as a whole, without those of conditions.
    private mutating func findNames(in root: SchemaNode, within work: WorkBudget) -> Set<SchemaNode> {
        var pending = [(part: root, isCondition: false)]
        var (visited, conditions): (Set<SchemaNode>, Set<SchemaNode>) = ([], [])
        while let (part, isCondition) = pending.popLast(), work.spend() {
            let isNew = isCondition ? conditions.insert(part).inserted : visited.insert(part).inserted
            guard isNew else { continue }
            let properties = part.properties.map(\.name)
            let others = part.referredMembers
            guard work.spend(properties.count + others.count) else { break }
            mentioned.formUnion(others.lazy.map { JSONName($0) })
            if isCondition {
                mentioned.formUnion(properties.lazy.map { JSONName($0) })
            } else {
                declared.formUnion(properties.lazy.map { JSONName($0) })
            }
            pending += part.applied.map { (part: $0, isCondition: isCondition) }
            if let condition = part.if { pending.append((part: condition, isCondition: true)) }
        }
        return visited
    }

    private mutating func findGroups(of owners: Set<SchemaNode>, within work: WorkBudget) {
        var byPart: [SchemaNode: [Int]] = [:]
        for owner in owners {
            var found = [
                ("anyOf", owner.anyOf, []), ("oneOf", owner.oneOf, []), ("not", [owner.not].compactMap(\.self), []),
                ("if", [owner.then, owner.else].compactMap(\.self), [owner.if].compactMap(\.self)),
            ]
            found += owner.dependentSchemas.map { ("dependentSchemas", [$0.node], []) }
            for (keyword, parts, conditions) in found where !parts.isEmpty {
                var group = Group()
                var (pending, visited) = (parts + conditions, Set<SchemaNode>())
                let number = groups.count
                while let part = pending.popLast(), work.spend(4) {
                    guard !unconditional.contains(part), visited.insert(part).inserted else { continue }
                    let names = part.properties.map(\.name) + part.referredMembers
                    guard work.spend(names.count) else { return }
                    group.names.formUnion(names.lazy.map { JSONName($0) })
                    byPart[part, default: []].append(number)
                    pending += part.applied + [part.if].compactMap(\.self)
                }
                if keyword == "dependentSchemas" {
                    group.names.formUnion(owner.dependentSchemas.lazy.map { JSONName($0.name) })
                }
                groups.append(group)
                byKeyword[Place(owner: owner, keyword: keyword)] = number
            }
        }
        for (part, numbers) in byPart { byPointer[part.source.pointer, default: []] += numbers }
    }

    /// Returns the indexes of the groups whose keyword or subschemas report a fault.
    func groups(of fault: SchemaFault, within work: WorkBudget) -> Set<Int> {
        guard let schema = fault.schema, !groups.isEmpty else { return [] }
        var found: Set<Int> = []
        let (keyword, depth) = (fault.diagnostic.keyword ?? "", fault.diagnostic.pointer.tokens.count)
        // If `not` forbids a member, the fault has the pointer of the member.
        if depth == 0 || keyword == "not" && depth == 1, let own = byKeyword[Place(owner: schema, keyword: keyword)] {
            found.insert(own)
        }
        guard !unconditional.contains(schema) else { return found }
        var tokens = schema.source.pointer.tokens
        while true {
            let groups = byPointer[JSONPointer(tokens: tokens)] ?? []
            guard work.spend(groups.count + tokens.count) else { return found }
            found.formUnion(groups)
            guard tokens.popLast() != nil else { return found }
        }
    }

    /// Returns true if a subschema applies to the data as a whole in any case.
    func isUnconditional(_ schema: SchemaNode) -> Bool { unconditional.contains(schema) }
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
