import JSONText

/// Evaluates the keywords about arrays and objects.
extension Evaluator {
    mutating func accepts(_ arrays: ArrayKeywords, _ value: JSONValue, _ evaluated: inout Evaluated) -> Bool {
        let count = value.count
        if let minimum = arrays.minimumItems, count < minimum { return false }
        if let maximum = arrays.maximumItems, count > maximum { return false }
        if arrays.items != nil || !arrays.prefixItems.isEmpty {
            for (position, item) in value.elements.enumerated() {
                if position < arrays.prefixItems.count {
                    if !accepts(arrays.prefixItems[position], child: item) { return false }
                } else if let items = arrays.items {
                    if !accepts(items, child: item) { return false }
                } else {
                    break
                }
            }
            evaluated.insertItems(upTo: arrays.items == nil ? arrays.prefixItems.count : Int.max)
        }
        if let contains = arrays.contains, !acceptsContains(contains, arrays, value, &evaluated) { return false }
        if arrays.uniqueItems {
            guard budget.spend(1 + count / 16), RepeatedItem(in: value) == nil else { return false }
        }
        return true
    }

    private mutating func acceptsContains(
        _ contains: SchemaID, _ arrays: ArrayKeywords, _ value: JSONValue, _ evaluated: inout Evaluated
    ) -> Bool {
        let needsAll = evaluated.isTracked && arrays.containsEvaluates
        var found = 0
        for (position, item) in value.elements.enumerated() {
            guard accepts(contains, child: item) else { continue }
            found += 1
            if arrays.containsEvaluates { evaluated.insertItem(position) }
            if let maximum = arrays.maximumContains, found > maximum { return false }
            if !needsAll && arrays.maximumContains == nil && found >= arrays.minimumContains { return true }
        }
        return found >= arrays.minimumContains
    }

    mutating func accepts(_ objects: ObjectKeywords, _ value: JSONValue, _ evaluated: inout Evaluated) -> Bool {
        if let minimum = objects.minimumProperties, value.count < minimum { return false }
        if let maximum = objects.maximumProperties, value.count > maximum { return false }
        if objects.looksAtMembers {
            var missing = objects.required.count
            var position = 0
            for member in value.members {
                guard budget.step(), acceptsMember(member, position, objects, &missing, &evaluated) else {
                    return false
                }
                position += 1
            }
            if missing > 0 { return false }
        }
        for dependency in objects.dependentRequired where value.member(dependency.name) != nil {
            guard budget.spend(dependency.required.count) else { return false }
            for name in dependency.required where value.member(name) == nil { return false }
        }
        for dependency in objects.dependentSchemas where value.member(dependency.key) != nil {
            if !accepts(dependency.schema, value, &evaluated) { return false }
        }
        return true
    }

    private mutating func acceptsMember(
        _ member: JSONMember, _ position: Int, _ objects: ObjectKeywords, _ missing: inout Int,
        _ evaluated: inout Evaluated
    ) -> Bool {
        var isKnown = false
        if let slot = objects.names[member] {
            if objects.slots[slot].isRequired { missing -= 1 }
            if let schema = objects.slots[slot].property {
                isKnown = true
                if !accepts(schema, child: member.value) { return false }
            }
        }
        if !objects.patterns.isEmpty {
            let name = member.nameUTF8
            for pattern in objects.patterns where matches(pattern.pattern, name, at: member.value) {
                isKnown = true
                if !accepts(pattern.schema, child: member.value) { return false }
            }
            // If the budget ended before all patterns were tried, an untried pattern might match the name.
            if budget.isSpent { return false }
        }
        if !isKnown, let additional = objects.additionalProperties {
            isKnown = true
            if !accepts(additional, child: member.value) { return false }
        }
        if isKnown { evaluated.insertMember(position) }
        if let names = objects.propertyNames, !accepts(names, child: member.nameValue) { return false }
        return true
    }
}
