import JSONText

/// Applies schemas without stopping at the first fault, for the standard output formats. Records the keywords that
/// fail, apply subschemas or are annotations.
///
/// It is slower than `Evaluator`. It uses the code of `Explainer` to check keywords that apply no subschema.
struct OutputTracer {
    var explainer: Explainer

    init(_ graph: SchemaGraph, budget: Budget) {
        explainer = Explainer(Evaluator(graph, budget: budget), limit: Int.max)
    }

    var graph: SchemaGraph { explainer.graph }

    /// Applies a schema. If the value fits, `evaluated` gets the members and items that the schema evaluated.
    mutating func trace(
        _ id: SchemaID, _ value: JSONValue, at instance: JSONPointer, path: [String], _ evaluated: inout Evaluated
    ) -> SchemaTrace {
        var trace = SchemaTrace(schema: id, path: path, instance: instance)
        let node = graph.nodes[id]
        if let constant = node.constant {
            if !constant {
                trace.keywords = [KeywordTrace(keyword: "", isValid: false, message: "Nothing is allowed here")]
            }
            return trace
        }
        let entered = explainer.evaluator.enterScope(of: id)
        defer { explainer.evaluator.leaveScope(entered) }
        // Every output unit contains the path of its keyword and the path of its value, so longer paths cost more.
        guard explainer.evaluator.budget.enter(),
            explainer.evaluator.budget.spend(path.count + instance.tokens.count)
        else {
            trace.keywords = [.tooCostly]
            return trace
        }
        var own = Evaluated(isTracked: true)
        traceAssertions(node, id, value, &trace)
        if explainer.evaluator.budget.isSpent { trace.keywords.append(.tooCostly) }
        traceReferences(node, value, &trace, &own)
        if let logic = node.logic { traceLogic(logic, value, &trace, &own) }
        if let arrays = node.arrays, value.kind == .array { traceItems(arrays, node, value, &trace, &own) }
        if let objects = node.objects, value.kind == .object { traceMembers(objects, value, &trace, &own) }
        traceUnevaluated(node, value, &trace, &own)
        traceAnnotations(node, value, &trace)
        if trace.isValid { evaluated.formUnion(own) }
        return trace
    }

    /// Applies a subschema to the same value.
    mutating func apply(
        _ id: SchemaID, _ value: JSONValue, _ suffix: [String], _ trace: SchemaTrace, _ evaluated: inout Evaluated
    ) -> SchemaTrace {
        self.trace(id, value, at: trace.instance, path: trace.path + suffix, &evaluated)
    }

    /// Applies a subschema to a member or item.
    mutating func apply(
        _ id: SchemaID, child value: JSONValue, _ token: String, _ suffix: [String], _ trace: SchemaTrace
    ) -> SchemaTrace {
        let outer = explainer.evaluator.budget.descend()
        defer { explainer.evaluator.budget.ascend(to: outer) }
        var unused = Evaluated(isTracked: false)
        return self.trace(id, value, at: trace.instance.appending(token), path: trace.path + suffix, &unused)
    }

    private mutating func traceAssertions(
        _ node: CompiledSchema, _ id: SchemaID, _ value: JSONValue, _ trace: inout SchemaTrace
    ) {
        let failures = explainer.attempt { explainer in
            if !node.types.contains(value) { explainer.report(.type(node.types), "type", id, value) }
            if let values = node.values { explainer.explain(values, id, value) }
            switch value.kind {
            case .string: if let strings = node.strings { explainer.explain(strings, id, value) }
            case .number: if let numbers = node.numbers { explainer.explain(numbers, id, value) }
            case .array: if let arrays = node.arrays { explainer.explainOwn(arrays, id, value) }
            case .object: if let objects = node.objects { explainer.explainOwn(objects, id, value) }
            case .null, .boolean: break
            }
        }
        for failure in failures {
            let message = DiagnosticWording.message(for: failure.kind, found: failure.value).text
            trace.keywords.append(KeywordTrace(keyword: failure.keyword, isValid: false, message: message))
        }
    }

    private mutating func traceReferences(
        _ node: CompiledSchema, _ value: JSONValue, _ trace: inout SchemaTrace, _ evaluated: inout Evaluated
    ) {
        if let reference = node.references?.reference {
            let applied = apply(reference, value, ["$ref"], trace, &evaluated)
            trace.keywords.append(KeywordTrace(keyword: "$ref", isValid: applied.isValid, applied: [applied]))
        }
        if let dynamic = node.references?.dynamic {
            let target = explainer.evaluator.target(of: dynamic)
            let applied = apply(target, value, [dynamic.keyword], trace, &evaluated)
            trace.keywords.append(
                KeywordTrace(keyword: dynamic.keyword, isValid: applied.isValid, applied: [applied]))
        }
    }

    private func traceAnnotations(_ node: CompiledSchema, _ value: JSONValue, _ trace: inout SchemaTrace) {
        let resource = graph.resources[node.resource]
        if resource.draft.referenceHidesSiblings && node.references != nil { return }
        for member in node.source.members {
            let keyword = member.name
            if AnnotationKeywords.ofStrings.contains(keyword) {
                guard value.kind == .string else { continue }
                if keyword == "contentSchema" && node.source["contentMediaType"] == nil { continue }
            } else if !AnnotationKeywords.contains(keyword, in: resource.draft) {
                continue
            }
            trace.keywords.append(KeywordTrace(keyword: keyword, isValid: true, annotation: .value(member.value)))
        }
    }
}
