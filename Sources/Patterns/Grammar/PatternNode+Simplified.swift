extension PatternNode {
    /// The numbers of the groups that back-references use.
    var references: Set<Int> {
        switch self {
        case .reference(let number): [number]
        case .empty, .character, .set, .start, .end, .wordBoundary: []
        case .sequence(let nodes), .alternatives(let nodes): nodes.reduce(into: []) { $0.formUnion($1.references) }
        case .group(let node, _), .look(let node, _, _), .repeated(let node, _, _, _): node.references
        }
    }

    /// The same pattern without captures; only for patterns without back-references. Two nested repetitions become one
    /// if either is unlimited and the inner one's minimum is 0 or 1.
    ///
    /// `(a+)+` matches the same texts as `a+`, but in exponentially many ways.
    var simplified: PatternNode {
        switch self {
        case .empty, .character, .set, .reference, .start, .end, .wordBoundary: return self
        case .sequence(let nodes): return .sequence(nodes.map(\.simplified))
        case .alternatives(let nodes): return .alternatives(nodes.map(\.simplified))
        case .group(let node, _):
            let node = node.simplified
            switch node {
            case .character, .set, .group: return node
            default: return .group(node, capture: nil)
            }
        case .look(let node, let isBehind, let isNegative):
            return .look(node.simplified, isBehind: isBehind, isNegative: isNegative)
        case .repeated(let node, let minimum, let maximum, let isLazy):
            let node = node.simplified
            guard case .group(.repeated(let inner, let innerMinimum, let innerMaximum, _), _) = node,
                innerMinimum <= 1, innerMaximum != 0, maximum != 0, innerMaximum == nil || maximum == nil
            else { return .repeated(node, minimum: minimum, maximum: maximum, isLazy: isLazy) }
            return .repeated(inner, minimum: innerMinimum * minimum, maximum: nil, isLazy: isLazy)
        }
    }
}
