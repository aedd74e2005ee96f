/// Decides whether PCRE2 and ECMA-262 agree on a pattern's back-references.
///
/// ECMA-262 resets a group's capture at the beginning of each round of an enclosing repetition, and undoes a round that
/// matched nothing; PCRE2 does neither. Inside look-behinds ECMA-262 matches backwards, so that captures differ too.
enum ReferenceSafety {
    /// Returns true if every referenced group is outside repetitions and look-arounds and is closed before each
    /// reference.
    static func isSafe(_ node: PatternNode) -> Bool {
        var walk = Walk()
        walk.visit(node, isExposed: false)
        return walk.references.allSatisfy { walk.sheltered.contains($0) } && !walk.hasEarlyReference
    }

    private struct Walk {
        var references: Set<Int> = []
        /// The groups outside repetitions and look-arounds.
        var sheltered: Set<Int> = []
        var closed: Set<Int> = []
        var hasEarlyReference = false

        mutating func visit(_ node: PatternNode, isExposed: Bool) {
            switch node {
            case .empty, .character, .set, .start, .end, .wordBoundary: break
            case .sequence(let nodes), .alternatives(let nodes):
                for node in nodes { visit(node, isExposed: isExposed) }
            case .group(let node, let capture):
                visit(node, isExposed: isExposed)
                guard let capture else { return }
                closed.insert(capture)
                if !isExposed { sheltered.insert(capture) }
            case .look(let node, _, _): visit(node, isExposed: true)
            case .repeated(let node, _, _, _): visit(node, isExposed: true)
            case .reference(let number):
                references.insert(number)
                if !closed.contains(number) { hasEarlyReference = true }
            }
        }
    }
}
