/// A pattern as an automaton whose states all advance together: slower than PCRE2 for most texts, but never
/// exponentially slow.
///
/// It is used for texts on which PCRE2 exceeds its limits, and by `PatternAutomaton`. Patterns with back-references or
/// look-arounds have no such automaton.
struct LinearProgram {
    /// One state of the automaton: a character to match, a condition, a branch, or success.
    enum Instruction {
        case character(UInt32)
        /// A character of the set with this index in `sets`.
        case set(Int)
        /// Continues at both instructions.
        case fork(Int, Int)
        case start
        case end
        case wordBoundary(isNegative: Bool)
        case success
    }

    /// The maximum number of instructions.
    private static let longest = 10_000

    private(set) var instructions: [Instruction] = []
    private(set) var sets: [BacktrackingProgram.PreparedSet] = []

    /// Compiles a pattern; nil if it has no such automaton or needs too many instructions.
    init?(_ node: PatternNode) {
        guard append(node) else { return nil }
        instructions.append(.success)
    }

    private mutating func append(_ node: PatternNode) -> Bool {
        guard instructions.count < Self.longest else { return false }
        switch node {
        case .empty: return true
        case .character(let value): instructions.append(.character(value))
        case .set(let set):
            instructions.append(.set(sets.count))
            sets.append(BacktrackingProgram.PreparedSet(set))
        case .sequence(let nodes): return nodes.allSatisfy { append($0) }
        case .alternatives(let nodes): return append(alternatives: nodes[...])
        case .group(let node, _): return append(node)
        case .look, .reference: return false
        case .repeated(let node, let minimum, let maximum, _):
            return append(repeated: node, minimum: minimum, maximum: maximum)
        case .start: instructions.append(.start)
        case .end: instructions.append(.end)
        case .wordBoundary(let isNegative): instructions.append(.wordBoundary(isNegative: isNegative))
        }
        return true
    }

    private mutating func append(alternatives: ArraySlice<PatternNode>) -> Bool {
        var exits: [Int] = []
        for (position, node) in alternatives.enumerated() {
            let fork = instructions.count
            let isLast = position == alternatives.count - 1
            if !isLast { instructions.append(.fork(fork + 1, 0)) }
            guard append(node) else { return false }
            guard !isLast else { break }
            exits.append(instructions.count)
            instructions.append(.fork(0, 0))
            instructions[fork] = .fork(fork + 1, instructions.count)
        }
        for exit in exits { instructions[exit] = .fork(instructions.count, instructions.count) }
        return true
    }

    /// Appends the required repetitions, then the optional ones, each of which may be skipped.
    private mutating func append(repeated node: PatternNode, minimum: Int, maximum: Int?) -> Bool {
        guard minimum <= Self.longest, maximum ?? 0 <= Self.longest else { return false }
        for _ in 0..<minimum { guard append(node) else { return false } }
        guard let maximum else {
            let fork = instructions.count
            instructions.append(.fork(0, 0))
            guard append(node) else { return false }
            instructions.append(.fork(fork, fork))
            instructions[fork] = .fork(fork + 1, instructions.count)
            return true
        }
        var forks: [Int] = []
        for _ in minimum..<max(minimum, maximum) {
            forks.append(instructions.count)
            instructions.append(.fork(0, 0))
            guard append(node) else { return false }
        }
        for fork in forks { instructions[fork] = .fork(fork + 1, instructions.count) }
        return true
    }
}
