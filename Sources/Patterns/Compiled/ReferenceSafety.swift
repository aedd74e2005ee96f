/// Decides whether PCRE2 and ECMA-262 agree on a pattern's back-references.
///
/// ECMA-262 resets a group's capture at the beginning of each round of an enclosing repetition, and undoes a round that
/// matched nothing; PCRE2 does neither. Inside look-behinds ECMA-262 matches backwards, so that captures differ too.
enum ReferenceSafety {
    /// Returns true if every referenced group is outside repetitions and look-arounds and is closed before each
    /// reference.
    static func isSafe(_ node: PatternNode) -> Bool {
        var walk = Walk()
        walk.visit(node, isNested: false)
        return walk.references.allSatisfy { walk.outermost.contains($0) } && !walk.hasEarlyReference
    }

    private struct Walk {
        var references: Set<Int> = []
        /// The groups outside repetitions and look-arounds.
        var outermost: Set<Int> = []
        var closed: Set<Int> = []
        var hasEarlyReference = false

        /// Collects the references and groups of a node; `isNested` is true in repetitions and look-arounds.
        mutating func visit(_ node: PatternNode, isNested: Bool) {
            switch node {
            case .empty, .character, .set, .start, .end, .wordBoundary: break
            case .sequence(let nodes), .alternatives(let nodes):
                for node in nodes { visit(node, isNested: isNested) }
            case .group(let node, let capture):
                visit(node, isNested: isNested)
                guard let capture else { return }
                closed.insert(capture)
                if !isNested { outermost.insert(capture) }
            case .look(let node, _, _): visit(node, isNested: true)
            case .repeated(let node, _, _, _): visit(node, isNested: true)
            case .reference(let number):
                references.insert(number)
                if !closed.contains(number) { hasEarlyReference = true }
            }
        }
    }
}
