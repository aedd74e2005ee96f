import JSONText

/// Explains faults of arrays and objects and of their items and members.
extension Explainer {
    mutating func explain(
        _ arrays: ArrayKeywords, _ id: SchemaID, _ value: JSONValue, _ evaluated: inout Evaluated
    ) {
        explainOwn(arrays, id, value)
        explainItems(arrays, id, value, &evaluated)
        if let contains = arrays.contains { explainContains(contains, arrays, id, value, &evaluated) }
    }

    /// Reports the faults of an array that do not depend on the schemas of its items.
    mutating func explainOwn(_ arrays: ArrayKeywords, _ id: SchemaID, _ value: JSONValue) {
        let count = value.count
        if let minimum = arrays.minimumItems, count < minimum { report(.minimumItems(minimum), "minItems", id, value) }
        if let maximum = arrays.maximumItems, count > maximum { report(.maximumItems(maximum), "maxItems", id, value) }
        if arrays.uniqueItems, let repeated = RepeatedItem(in: value), let item = value[repeated.second] {
            report(.repeatedItem(first: repeated.first), "uniqueItems", id, item)
        }
    }

    private mutating func explainItems(
        _ arrays: ArrayKeywords, _ id: SchemaID, _ value: JSONValue, _ evaluated: inout Evaluated
    ) {
        let prefix = arrays.prefixItems
        for (position, item) in value.elements.enumerated() {
            if isDone { return }
            if position < prefix.count {
                explain(prefix[position], child: item)
            } else if let items = arrays.items {
                if graph.nodes[items].constant == false {
                    let hasAdditional = graph.nodes[id].source["additionalItems"] != nil
                    let keyword = hasAdditional ? "additionalItems" : "items"
                    report(.unknownItem(allowed: prefix.count), keyword, id, item)
                    break
                }
                explain(items, child: item)
            }
        }
        evaluated.insertItems(upTo: arrays.items == nil ? prefix.count : Int.max)
    }

    private mutating func explainContains(
        _ contains: SchemaID, _ arrays: ArrayKeywords, _ id: SchemaID, _ value: JSONValue,
        _ evaluated: inout Evaluated
    ) {
        var found = 0
        for (position, item) in value.elements.enumerated() where evaluator.accepts(contains, child: item) {
            found += 1
            if arrays.containsEvaluates { evaluated.insertItem(position) }
        }
        let tooMany = arrays.maximumContains.map { found > $0 } ?? false
        guard tooMany || found < arrays.minimumContains else { return }
        let tooFew = graph.nodes[id].source["minContains"] == nil ? "contains" : "minContains"
        let keyword = tooMany ? "maxContains" : tooFew
        report(
            .contains(minimum: arrays.minimumContains, maximum: arrays.maximumContains, found: found), keyword, id,
            value)
    }

    mutating func explain(
        _ objects: ObjectKeywords, _ id: SchemaID, _ value: JSONValue, _ evaluated: inout Evaluated
    ) {
        explainOwn(objects, id, value)
        if objects.looksAtMembers {
            for (position, member) in value.members.enumerated() {
                if isDone { return }
                if explain(member, of: value, objects, id) { evaluated.insertMember(position) }
            }
        }
        explainDependencies(objects, id, value, &evaluated)
    }

    /// Reports the faults of an object that do not depend on the schemas of its members.
    mutating func explainOwn(_ objects: ObjectKeywords, _ id: SchemaID, _ value: JSONValue) {
        let count = value.count
        if let minimum = objects.minimumProperties, count < minimum {
            report(.minimumProperties(minimum), "minProperties", id, value)
        }
        if let maximum = objects.maximumProperties, count > maximum {
            report(.maximumProperties(maximum), "maxProperties", id, value)
        }
        for name in objects.required where !isDone && value.member(name) == nil {
            report(.missing(property: name, owner: graph.name(of: id)), "required", id, value)
        }
        for dependency in objects.dependentRequired where value.member(dependency.name) != nil {
            for name in dependency.required where !isDone && value.member(name) == nil {
                report(.missingBecause(property: name, because: dependency.name), dependency.keyword, id, value)
            }
        }
    }

    /// Explains one member; returns true if the schema applies a subschema to its value.
    private mutating func explain(
        _ member: JSONMember, of object: JSONValue, _ objects: ObjectKeywords, _ id: SchemaID
    ) -> Bool {
        let name = member.nameUTF8
        var isKnown = false
        if let slot = objects.names[name], let schema = objects.slots[slot].property {
            isKnown = true
            explain(schema, "properties", member, of: object, id)
        }
        for pattern in objects.patterns where evaluator.matches(pattern.pattern, name, at: member.value) {
            isKnown = true
            explain(pattern.schema, "patternProperties", member, of: object, id)
        }
        if !isKnown, let additional = objects.additionalProperties {
            isKnown = true
            if graph.nodes[additional].constant == false {
                let known = objects.properties.map(\.name)
                report(
                    .unknownProperty(name: member.name, known: known, owner: graph.name(of: id)),
                    "additionalProperties", id, object, member: member)
            } else {
                explain(additional, child: member.value)
            }
        }
        if let names = objects.propertyNames, !evaluator.accepts(names, child: member.nameValue) {
            explainName(member, of: object, names, id)
        }
        return isKnown
    }

    private mutating func explain(
        _ schema: SchemaID, _ keyword: String, _ member: JSONMember, of object: JSONValue, _ id: SchemaID
    ) {
        if graph.nodes[schema].constant == false {
            report(.forbiddenProperty(name: member.name), keyword, id, object, member: member)
        } else {
            explain(schema, child: member.value)
        }
    }

    /// Reports that `propertyNames` refuses a member's name; as an unknown property if the schema lists the allowed
    /// names.
    private mutating func explainName(
        _ member: JSONMember, of object: JSONValue, _ names: SchemaID, _ id: SchemaID
    ) {
        let name = member.nameValue
        let found = attempt { $0.explain(names, child: name) }
        var kind = Failure.Kind.propertyName(name: member.name)
        if case .enumeration(let allowed, let owner)? = found.first?.kind {
            kind = .unknownProperty(name: member.name, known: allowed.compactMap(\.string), owner: owner)
        }
        report(kind, "propertyNames", id, object, member: member)
    }

    private mutating func explainDependencies(
        _ objects: ObjectKeywords, _ id: SchemaID, _ value: JSONValue, _ evaluated: inout Evaluated
    ) {
        for dependency in objects.dependentSchemas {
            guard let member = value.member(dependency.name) else { continue }
            if graph.nodes[dependency.schema].constant == false {
                report(.forbiddenProperty(name: dependency.name), dependency.keyword, id, value, member: member)
            } else {
                explain(dependency.schema, value, &evaluated)
            }
        }
    }
}
