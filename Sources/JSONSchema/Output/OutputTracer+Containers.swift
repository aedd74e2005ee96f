import JSONText
import Patterns

/// Traces the keywords about arrays and objects.
extension OutputTracer {
    mutating func traceItems(
        _ arrays: ArrayKeywords, _ node: CompiledSchema, _ value: JSONValue, _ trace: inout SchemaTrace,
        _ evaluated: inout Evaluated
    ) {
        // Before 2020-12 an array as `items` had the role of `prefixItems`.
        let isOld = graph.resources[node.resource].draft < .draft2020 && !arrays.prefixItems.isEmpty
        let prefixKeyword = isOld ? "items" : "prefixItems"
        let restKeyword = isOld ? "additionalItems" : "items"
        var prefix = KeywordTrace(keyword: prefixKeyword, isValid: true)
        var rest = KeywordTrace(keyword: restKeyword, isValid: true)
        for (position, item) in value.elements.enumerated() {
            let token = String(position)
            if position < arrays.prefixItems.count {
                let suffix = [prefixKeyword, token]
                prefix.applied.append(apply(arrays.prefixItems[position], child: item, token, suffix, trace))
            } else if let items = arrays.items {
                rest.applied.append(apply(items, child: item, token, [restKeyword], trace))
            }
        }
        if !prefix.applied.isEmpty { prefix.annotation = .index(prefix.applied.count - 1) }
        if !rest.applied.isEmpty { rest.annotation = .all }
        append(prefix, to: &trace)
        append(rest, to: &trace)
        evaluated.insertItems(upTo: arrays.items == nil ? arrays.prefixItems.count : Int.max)
        if let contains = arrays.contains { traceContains(contains, arrays, value, &trace, &evaluated) }
    }

    private mutating func traceContains(
        _ contains: SchemaID, _ arrays: ArrayKeywords, _ value: JSONValue, _ trace: inout SchemaTrace,
        _ evaluated: inout Evaluated
    ) {
        var result = KeywordTrace(keyword: "contains", isValid: true)
        var found: [Int] = []
        for (position, item) in value.elements.enumerated() {
            let applied = apply(contains, child: item, String(position), ["contains"], trace)
            result.applied.append(applied)
            guard applied.isValid else { continue }
            found.append(position)
            if arrays.containsEvaluates { evaluated.insertItem(position) }
        }
        let tooMany = arrays.maximumContains.map { found.count > $0 } ?? false
        result.isValid = found.count >= arrays.minimumContains && !tooMany
        if !result.isValid {
            let kind = Failure.Kind.contains(
                minimum: arrays.minimumContains, maximum: arrays.maximumContains, found: found.count)
            result.message = DiagnosticWording.message(for: kind, found: value).text
        }
        result.annotation = .indices(found)
        trace.keywords.append(result)
    }

    mutating func traceMembers(
        _ objects: ObjectKeywords, _ value: JSONValue, _ trace: inout SchemaTrace, _ evaluated: inout Evaluated
    ) {
        var properties = KeywordTrace(keyword: "properties", isValid: true)
        var patterns = KeywordTrace(keyword: "patternProperties", isValid: true)
        var additional = KeywordTrace(keyword: "additionalProperties", isValid: true)
        var names = KeywordTrace(keyword: "propertyNames", isValid: true, passesAnnotations: false)
        for (position, member) in value.members.enumerated() {
            let name = member.name
            var isKnown = false
            if let slot = objects.names[member.nameUTF8], let schema = objects.slots[slot].property {
                isKnown = true
                properties.applied.append(apply(schema, child: member.value, name, ["properties", name], trace))
            }
            for pattern in objects.patterns
            where explainer.evaluator.matches(
                pattern.pattern, member.nameUTF8, at: member.value)
            {
                isKnown = true
                let suffix = ["patternProperties", pattern.pattern.source]
                patterns.applied.append(apply(pattern.schema, child: member.value, name, suffix, trace))
            }
            if !isKnown, let schema = objects.additionalProperties {
                isKnown = true
                additional.applied.append(apply(schema, child: member.value, name, ["additionalProperties"], trace))
            }
            if isKnown { evaluated.insertMember(position) }
            if let schema = objects.propertyNames {
                names.applied.append(apply(schema, child: member.nameValue, name, ["propertyNames"], trace))
            }
        }
        for var result in [properties, patterns, additional] {
            result.annotation = .names(result.applied.compactMap(\.instance.tokens.last))
            append(result, to: &trace)
        }
        append(names, to: &trace)
        traceDependencies(objects, value, &trace, &evaluated)
    }

    private mutating func traceDependencies(
        _ objects: ObjectKeywords, _ value: JSONValue, _ trace: inout SchemaTrace, _ evaluated: inout Evaluated
    ) {
        for keyword in ["dependentSchemas", "dependencies"] {
            var result = KeywordTrace(keyword: keyword, isValid: true)
            for dependency in objects.dependentSchemas
            where dependency.keyword == keyword && value.member(dependency.key) != nil {
                let suffix = [keyword, dependency.name]
                result.applied.append(apply(dependency.schema, value, suffix, trace, &evaluated))
            }
            append(result, to: &trace)
        }
    }

    mutating func traceUnevaluated(
        _ node: CompiledSchema, _ value: JSONValue, _ trace: inout SchemaTrace, _ evaluated: inout Evaluated
    ) {
        if value.kind == .object, let schema = node.unevaluatedProperties {
            var result = KeywordTrace(keyword: "unevaluatedProperties", isValid: true)
            for (position, member) in value.members.enumerated() where !evaluated.containsMember(position) {
                let applied = apply(schema, child: member.value, member.name, ["unevaluatedProperties"], trace)
                result.applied.append(applied)
            }
            result.annotation = .names(result.applied.compactMap(\.instance.tokens.last))
            append(result, to: &trace)
            evaluated.insertAllMembers()
        }
        if value.kind == .array, let schema = node.unevaluatedItems {
            var result = KeywordTrace(keyword: "unevaluatedItems", isValid: true)
            for (position, item) in value.elements.enumerated() where !evaluated.containsItem(position) {
                result.applied.append(apply(schema, child: item, String(position), ["unevaluatedItems"], trace))
            }
            result.annotation = .all
            append(result, to: &trace)
            evaluated.insertAllItems()
        }
    }

    /// Adds the result of a keyword, which is valid if all the applied subschemas accept; adds nothing if the keyword
    /// applied none.
    private func append(_ result: KeywordTrace, to trace: inout SchemaTrace) {
        if result.applied.isEmpty { return }
        var result = result
        result.isValid = result.applied.allSatisfy(\.isValid)
        trace.keywords.append(result)
    }
}
