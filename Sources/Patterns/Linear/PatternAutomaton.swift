/// A pattern as a set of states that advance together, for texts of which only the possible characters are known.
///
/// Patterns with look-arounds, back-references or word boundaries have no such automaton.
package struct PatternAutomaton: Sendable {
    /// The maximum number of states of an automaton; counted repetitions multiply them.
    package static let maximumStates = 4_096

    private let program: LinearProgram

    /// Reads a pattern; nil for an invalid pattern, for one without an automaton, and for one with too many states.
    package init?(_ source: String) {
        var parser = PatternParser(source)
        guard let tree = try? parser.parse(), let program = LinearProgram(tree),
            program.instructions.count <= Self.maximumStates, !program.hasWordBoundary
        else { return nil }
        self.program = program
    }

    /// Returns the given states, those in which a match can begin here, and all that are reached from these without
    /// another character. `isStart` and `isEnd` are true at the start and at the end of the text.
    package func completed(_ states: Set<Int>, isStart: Bool, isEnd: Bool) -> Set<Int> {
        var reached = states.union([0])
        var pending = Array(reached)
        while let state = pending.popLast() {
            let next: [Int] =
                switch program.instructions[state] {
                case .fork(let first, let second): [first, second]
                case .start: isStart ? [state + 1] : []
                case .end: isEnd ? [state + 1] : []
                case .character, .set, .wordBoundary, .success: []
                }
            for state in next where reached.insert(state).inserted { pending.append(state) }
        }
        return reached
    }

    /// Returns true if the pattern has matched in one of the states.
    package func isFound(in states: Set<Int>) -> Bool {
        states.contains { if case .success = program.instructions[$0] { true } else { false } }
    }

    /// Returns the states after a known character.
    package func states(after states: Set<Int>, _ scalar: Unicode.Scalar) -> Set<Int> {
        self.states(after: states) { $0.contains(scalar) }
    }

    /// Returns the states after several known characters in the middle of a text. If the pattern has matched before the
    /// last of them, `isFound` returns true for the result.
    package func states(after states: Set<Int>, _ scalars: some Collection<Unicode.Scalar>) -> Set<Int> {
        guard let first = scalars.first else { return states }
        var reached = self.states(after: states, first)
        for scalar in scalars.dropFirst() {
            let here = completed(reached, isStart: false, isEnd: false)
            if isFound(in: here) { return here }
            reached = self.states(after: here, scalar)
        }
        return reached
    }

    /// Returns the states after a character that is not known exactly. `mayBe` gets the characters that the pattern
    /// accepts in a state, and returns true if the unknown character may be one of them.
    package func states(after states: Set<Int>, where mayBe: (PatternCharacters) -> Bool) -> Set<Int> {
        states.reduce(into: []) { reached, state in
            if let characters = characters(of: state), mayBe(characters) { reached.insert(state + 1) }
        }
    }

    /// Returns the given states, and those reached in the middle of a text by any number of further characters that are
    /// not known exactly, also by a match that begins with one of these characters.
    package func states(continuing states: Set<Int>, where mayBe: (PatternCharacters) -> Bool) -> Set<Int> {
        var reached = states
        var visited: Set<Int> = []
        var pending = Array(states) + [0]
        while let state = pending.popLast() {
            guard visited.insert(state).inserted else { continue }
            if case .fork(let first, let second) = program.instructions[state] {
                pending += [first, second]
            } else if let characters = characters(of: state), mayBe(characters) {
                reached.insert(state + 1)
                pending.append(state + 1)
            }
        }
        return reached
    }

    /// The first and the last character of each range in the pattern, beginning with the last character or class of the
    /// pattern; complements such as `[^a-z]` are left out.
    package var namedCharacters: [Unicode.Scalar] {
        program.instructions.indices.reversed().flatMap { characters(of: $0)?.ends ?? [] }
    }

    private func characters(of state: Int) -> PatternCharacters? {
        switch program.instructions[state] {
        case .character(let value): PatternCharacters(.init(CharacterSet([value...value])))
        case .set(let number): PatternCharacters(program.sets[number])
        case .fork, .start, .end, .wordBoundary, .success: nil
        }
    }
}

extension LinearProgram {
    fileprivate var hasWordBoundary: Bool {
        instructions.contains { if case .wordBoundary = $0 { true } else { false } }
    }
}
