import JSONText

/// Evaluates the keywords that combine schemas.
extension Evaluator {
    mutating func accepts(_ logic: LogicKeywords, _ value: JSONValue, _ evaluated: inout Evaluated) -> Bool {
        for schema in logic.allOf where !accepts(schema, value, &evaluated) { return false }
        if !logic.anyOf.isEmpty, !acceptsAny(logic, value, &evaluated) { return false }
        if !logic.oneOf.isEmpty, !acceptsOne(logic, value, &evaluated) { return false }
        if let not = logic.not {
            var unused = Evaluated(isTracked: false)
            if accepts(not, value, &unused) { return false }
        }
        if let condition = logic.condition {
            let holds = acceptsBranch(condition, value, &evaluated)
            if let branch = holds ? logic.consequence : logic.alternative {
                return accepts(branch, value, &evaluated)
            }
        }
        return true
    }

    /// Returns true if a branch accepts the value; only then does what it evaluated count.
    mutating func acceptsBranch(_ id: SchemaID, _ value: JSONValue, _ evaluated: inout Evaluated) -> Bool {
        guard evaluated.isTracked else { return accepts(id, value, &evaluated) }
        var own = Evaluated(isTracked: true)
        guard accepts(id, value, &own) else { return false }
        evaluated.formUnion(own)
        return true
    }

    private mutating func acceptsAny(
        _ logic: LogicKeywords, _ value: JSONValue, _ evaluated: inout Evaluated
    ) -> Bool {
        if let decided = acceptsDecided(logic.anyOfDiscriminator, logic.anyOf, value, &evaluated) { return decided }
        var holds = false
        for branch in logic.anyOf where acceptsBranch(branch, value, &evaluated) {
            holds = true
            if !evaluated.isTracked { break }
        }
        return holds
    }

    private mutating func acceptsOne(
        _ logic: LogicKeywords, _ value: JSONValue, _ evaluated: inout Evaluated
    ) -> Bool {
        if let decided = acceptsDecided(logic.oneOfDiscriminator, logic.oneOf, value, &evaluated) { return decided }
        var found = 0
        for branch in logic.oneOf where acceptsBranch(branch, value, &evaluated) {
            found += 1
            if found > 1 { return false }
        }
        return found == 1
    }

    /// Returns the answer of the branch that the discriminator selects, since no other can accept; nil without a
    /// discriminator.
    private mutating func acceptsDecided(
        _ discriminator: Discriminator?, _ branches: [SchemaID], _ value: JSONValue, _ evaluated: inout Evaluated
    ) -> Bool? {
        guard let discriminator, discriminator.isComplete, let decider = discriminator.decider(in: value) else {
            return nil
        }
        guard let branch = discriminator.branch(for: decider) else { return false }
        return accepts(branches[branch], value, &evaluated)
    }
}
