import JSONText

/// Explains why a value does not fit. Of a union, it reports the faults for the branch that the value was most likely
/// written for, but not those for the other branches.
///
/// It descends only into values that the `Evaluator` refuses. Schemas that fail still mark the members they know as
/// evaluated, so that one fault does not make neighboring members look unknown.
struct Explainer {
    var evaluator: Evaluator
    private(set) var failures: [Failure] = []
    private let limit: Int
    /// The number of nested unions whose branches are being tried.
    var trials = 0

    init(_ evaluator: Evaluator, limit: Int) {
        self.evaluator = evaluator
        self.limit = limit
    }

    var graph: SchemaGraph { evaluator.graph }

    /// True if nothing more can be reported: the list is full or the budget is spent.
    var isDone: Bool { failures.count >= limit || evaluator.budget.isSpent }

    mutating func report(_ kind: Failure.Kind, _ keyword: String, _ schema: SchemaID, _ value: JSONValue) {
        report(Failure(kind: kind, keyword: keyword, schema: schema, value: value))
    }

    mutating func report(
        _ kind: Failure.Kind, _ keyword: String, _ schema: SchemaID, _ object: JSONValue, member: JSONMember
    ) {
        report(Failure(kind: kind, keyword: keyword, schema: schema, value: object, member: member))
    }

    private mutating func report(_ failure: Failure) {
        if case .missing(let property, _) = failure.kind, hasReportedAsMissing(property, in: failure.value) { return }
        if failures.count < limit { failures.append(failure) }
    }

    /// Returns true if a member is already reported as missing from an object.
    func hasReportedAsMissing(_ name: String, in object: JSONValue) -> Bool {
        failures.contains { failure in
            guard case .missing(let property, _) = failure.kind else { return false }
            return property.isExactly(name) && failure.value.range == object.range
        }
    }

    /// Runs `body` and returns the faults it reports, without adding them to `failures`.
    mutating func attempt(_ body: (inout Explainer) -> Void) -> [Failure] {
        let kept = failures
        failures = []
        trials += 1
        body(&self)
        trials -= 1
        defer { failures = kept }
        return failures
    }

    mutating func append(_ more: [Failure]) {
        failures.append(contentsOf: more.prefix(limit - failures.count))
    }

    /// Explains a member or item of the current value.
    mutating func explain(_ id: SchemaID, child value: JSONValue) {
        let outer = evaluator.budget.descend()
        defer { evaluator.budget.ascend(to: outer) }
        var evaluated = Evaluated(isTracked: false)
        explain(id, value, &evaluated)
    }

    /// Explains a value; adds the members and items that the schemas know to `evaluated` if it is tracked.
    mutating func explain(_ id: SchemaID, _ value: JSONValue, _ evaluated: inout Evaluated) {
        if isDone { return }
        var attempt = Evaluated(isTracked: evaluated.isTracked)
        if evaluator.accepts(id, value, &attempt) {
            evaluated.formUnion(attempt)
            return
        }
        if graph.nodes[id].constant != nil {
            report(.forbidden, "", id, value)
            return
        }
        let entered = evaluator.enterScope(of: id)
        defer { evaluator.leaveScope(entered) }
        guard evaluator.budget.enter() else { return }
        let schema = graph.nodes[id]
        guard schema.unevaluatedProperties != nil || schema.unevaluatedItems != nil else {
            explainAssertions(schema, id, value, &evaluated)
            return
        }
        var own = Evaluated(isTracked: true)
        explainAssertions(schema, id, value, &own)
        explainUnevaluated(schema, id, value, own)
        evaluated.insertAllMembers()
        evaluated.insertAllItems()
    }

    private mutating func explainAssertions(
        _ schema: CompiledSchema, _ id: SchemaID, _ value: JSONValue, _ evaluated: inout Evaluated
    ) {
        if !schema.types.contains(value) {
            // The allowed values say more than their type.
            if let allowed = schema.values?.allowed {
                report(.enumeration(allowed: allowed, name: graph.name(of: id)), "type", id, value)
            } else {
                report(.type(schema.types), "type", id, value)
            }
            return
        }
        if let values = schema.values, !evaluator.accepts(values, value) {
            explain(values, id, value)
            if value.kind != .object && value.kind != .array { return }
        }
        switch value.kind {
        case .string: if let strings = schema.strings { explain(strings, id, value) }
        case .number: if let numbers = schema.numbers { explain(numbers, id, value) }
        case .array: if let arrays = schema.arrays { explain(arrays, id, value, &evaluated) }
        case .object: if let objects = schema.objects { explain(objects, id, value, &evaluated) }
        case .null, .boolean: break
        }
        if let reference = schema.references?.reference { explain(reference, value, &evaluated) }
        if let dynamic = schema.references?.dynamic { explain(evaluator.target(of: dynamic), value, &evaluated) }
        if let logic = schema.logic { explain(logic, id, value, &evaluated) }
    }

    private mutating func explainUnevaluated(
        _ schema: CompiledSchema, _ id: SchemaID, _ value: JSONValue, _ evaluated: Evaluated
    ) {
        if value.kind == .object, let rule = schema.unevaluatedProperties {
            var known: [String]?
            for (position, member) in value.members.enumerated() where !evaluated.containsMember(position) {
                if evaluator.accepts(rule, child: member.value) { continue }
                if graph.nodes[rule].constant == false {
                    let names = known ?? KnownNames(graph).names(of: id, at: value)
                    known = names
                    let owner = graph.name(of: id)
                    report(
                        .unknownProperty(name: member.name, known: names, owner: owner), "unevaluatedProperties", id,
                        value, member: member)
                } else {
                    explain(rule, child: member.value)
                }
            }
        }
        if value.kind == .array, let rule = schema.unevaluatedItems {
            for (position, item) in value.elements.enumerated() where !evaluated.containsItem(position) {
                if evaluator.accepts(rule, child: item) { continue }
                if graph.nodes[rule].constant == false {
                    report(.unknownItem(allowed: position), "unevaluatedItems", id, item)
                    break
                }
                explain(rule, child: item)
            }
        }
    }
}
