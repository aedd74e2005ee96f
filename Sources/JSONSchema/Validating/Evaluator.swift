import JSONText

/// Decides whether values fit schemas of a graph; stops at the first fault and creates no errors.
struct Evaluator {
    let graph: SchemaGraph
    var budget: Budget
    /// The first pattern that was too costly, and the value it was matched against; for a member's name, the value of
    /// that member.
    var costly: (pattern: String, value: JSONValue)?
    /// The innermost value being checked when the budget ran out.
    private(set) var lastValue: JSONValue?
    /// The dynamic scope: the resources entered so far, outermost first.
    private var scope: [Int] = []
    /// The cached answers; nil if answers are not cached.
    private var answers: [CacheKey: Bool]?
    /// The answers for members and items that a document shares with its edited copies; nil if there are none.
    var shared: ValueTable?

    /// Creates an evaluator. `remembersAnswers` caches the answers, for values whose parts are checked many times.
    init(_ graph: SchemaGraph, budget: Budget, remembersAnswers: Bool = false) {
        self.graph = graph
        self.budget = budget
        answers = remembersAnswers ? [:] : nil
    }

    /// The key of a cached answer: a schema, the offset of a value, and the dynamic scope.
    private struct CacheKey: Hashable {
        let schema: SchemaID
        let offset: Int
        let scope: [Int]
    }

    /// Returns true if a member or item of the current value fits.
    mutating func accepts(_ id: SchemaID, child value: JSONValue) -> Bool {
        if shared == nil { return acceptsChild(id, value) }
        if let known = shared?.answer(for: value, id) { return known == 1 }
        let answer = acceptsChild(id, value)
        // Once the budget is spent, answers are meaningless.
        if !budget.isSpent { shared?.add(answer ? 1 : 0, for: value, id) }
        return answer
    }

    private mutating func acceptsChild(_ id: SchemaID, _ value: JSONValue) -> Bool {
        let outer = budget.descend()
        defer { budget.ascend(to: outer) }
        var evaluated = Evaluated(isTracked: false)
        return accepts(id, value, &evaluated)
    }

    /// Returns true if a value fits; adds the evaluated members and items to `evaluated` if it is tracked.
    ///
    /// After false, the content of `evaluated` is undefined.
    mutating func accepts(_ id: SchemaID, _ value: JSONValue, _ evaluated: inout Evaluated) -> Bool {
        if let constant = graph.nodes[id].constant { return constant }
        if answers == nil { return acceptsUncached(id, value, &evaluated) }
        let cacheKey = CacheKey(
            schema: id, offset: value.range.lowerBound, scope: graph.hasDynamicReferences ? scope : [])
        // The cache keeps no evaluated members, so a cached true is of no use while these are tracked.
        if let answer = answers?[cacheKey], !answer || !evaluated.isTracked { return answer }
        let answer = acceptsUncached(id, value, &evaluated)
        answers?[cacheKey] = answer
        return answer
    }

    private mutating func acceptsUncached(_ id: SchemaID, _ value: JSONValue, _ evaluated: inout Evaluated) -> Bool {
        let entered = enterScope(of: id)
        defer {
            if budget.isSpent && lastValue == nil { lastValue = value }
            leaveScope(entered)
        }
        guard budget.enter() else { return false }
        guard graph.nodes[id].unevaluatedProperties == nil, graph.nodes[id].unevaluatedItems == nil else {
            var own = Evaluated(isTracked: true)
            guard acceptsAssertions(id, value, &own), acceptsUnevaluated(id, value, &own) else { return false }
            evaluated.formUnion(own)
            return true
        }
        return acceptsAssertions(id, value, &evaluated)
    }

    /// Enters the resource of a schema; returns true if it differs from the current one, to be passed to `leaveScope`.
    mutating func enterScope(of id: SchemaID) -> Bool {
        let resource = graph.nodes[id].resource
        if scope.last == resource { return false }
        scope.append(resource)
        return true
    }

    /// Leaves a subschema; `entered` is the result of `enterScope`.
    mutating func leaveScope(_ entered: Bool) {
        budget.leave()
        if entered { scope.removeLast() }
    }

    /// Returns the target of a dynamic reference in the current dynamic scope.
    func target(of reference: DynamicReference) -> SchemaID {
        guard let anchor = reference.anchor else { return reference.target }
        for resource in scope {
            if let found = graph.resources[resource].dynamicAnchors[anchor] { return found }
        }
        return reference.target
    }

    private mutating func acceptsAssertions(
        _ id: SchemaID, _ value: JSONValue, _ evaluated: inout Evaluated
    ) -> Bool {
        let types = graph.nodes[id].types
        if types != .any && !types.contains(value) { return false }
        if let values = graph.nodes[id].values, !accepts(values, value) { return false }
        switch value.kind {
        case .string:
            if let strings = graph.nodes[id].strings, !accepts(strings, value) { return false }
        case .number:
            if let numbers = graph.nodes[id].numbers, !accepts(numbers, value) { return false }
        case .array:
            if let arrays = graph.nodes[id].arrays, !accepts(arrays, value, &evaluated) { return false }
        case .object:
            if let objects = graph.nodes[id].objects, !accepts(objects, value, &evaluated) { return false }
        case .null, .boolean: break
        }
        if let references = graph.nodes[id].references, !accepts(references, value, &evaluated) { return false }
        if let logic = graph.nodes[id].logic, !accepts(logic, value, &evaluated) { return false }
        return true
    }

    private mutating func acceptsUnevaluated(
        _ id: SchemaID, _ value: JSONValue, _ evaluated: inout Evaluated
    ) -> Bool {
        if value.kind == .object, let schema = graph.nodes[id].unevaluatedProperties {
            for (position, member) in value.members.enumerated() where !evaluated.containsMember(position) {
                if !accepts(schema, child: member.value) { return false }
            }
            evaluated.insertAllMembers()
        }
        if value.kind == .array, let schema = graph.nodes[id].unevaluatedItems {
            for (position, item) in value.elements.enumerated() where !evaluated.containsItem(position) {
                if !accepts(schema, child: item) { return false }
            }
            evaluated.insertAllItems()
        }
        return true
    }

    private mutating func accepts(
        _ references: ReferenceKeywords, _ value: JSONValue, _ evaluated: inout Evaluated
    ) -> Bool {
        if let reference = references.reference, !accepts(reference, value, &evaluated) { return false }
        if let dynamic = references.dynamic, !accepts(target(of: dynamic), value, &evaluated) { return false }
        return true
    }
}
