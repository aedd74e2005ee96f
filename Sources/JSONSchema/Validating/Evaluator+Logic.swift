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

    /// Returns true if a branch accepts the value. If `evaluated` is tracked, it gets the members and items that the
    /// branch evaluated, but only if the branch accepts.
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
        switch Self.choice(logic.anyOfDiscriminator, value) {
        case nil: acceptsAny(logic.anyOf, value, &evaluated)
        case .some(.none): false
        case .one(let branch): accepts(logic.anyOf[branch], value, &evaluated)
        case .several(let branches): acceptsAny(branches.map { logic.anyOf[$0] }, value, &evaluated)
        }
    }

    private mutating func acceptsAny(
        _ branches: [SchemaID], _ value: JSONValue, _ evaluated: inout Evaluated
    ) -> Bool {
        var holds = false
        for branch in branches where acceptsBranch(branch, value, &evaluated) {
            holds = true
            if !evaluated.isTracked { break }
        }
        return holds
    }

    private mutating func acceptsOne(
        _ logic: LogicKeywords, _ value: JSONValue, _ evaluated: inout Evaluated
    ) -> Bool {
        switch Self.choice(logic.oneOfDiscriminator, value) {
        case nil: acceptsOne(logic.oneOf, value, &evaluated)
        case .some(.none): false
        case .one(let branch): accepts(logic.oneOf[branch], value, &evaluated)
        case .several(let branches): acceptsOne(branches.map { logic.oneOf[$0] }, value, &evaluated)
        }
    }

    private mutating func acceptsOne(
        _ branches: [SchemaID], _ value: JSONValue, _ evaluated: inout Evaluated
    ) -> Bool {
        var found = 0
        for branch in branches where acceptsBranch(branch, value, &evaluated) {
            found += 1
            if found > 1 { return false }
        }
        return found == 1
    }

    /// Returns the branches that the discriminator selects, because no other branch can accept the value; nil if the
    /// union has no complete discriminator or the value lacks its property.
    private static func choice(_ discriminator: Discriminator?, _ value: JSONValue) -> Discriminator.Choice? {
        guard let discriminator, discriminator.isComplete, let decider = discriminator.decider(in: value) else {
            return nil
        }
        return discriminator.choice(for: decider)
    }
}
