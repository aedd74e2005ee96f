/// A pattern as instructions for a matcher that follows ECMA-262's own algorithm (section 22.2.2).
///
/// It is slower than PCRE2, so it is used only for patterns that PCRE2 might match differently or cannot compile.
struct BacktrackingProgram: Sendable {
    /// One step of the program. `isBackward` is true inside look-behinds, which match from right to left.
    enum Instruction: Sendable {
        case character(UInt32, isBackward: Bool)
        case set(Int, isBackward: Bool)
        case reference(Int, isBackward: Bool)
        case start
        case end
        case wordBoundary(isNegative: Bool)
        /// Tries the next instruction first, then the given one.
        case fork(Int)
        case jump(Int)
        case openGroup(Int)
        case closeGroup(Int, isBackward: Bool)
        /// Runs the next instructions up to their `.success`. If they match (or, if negative, do not match), continues
        /// at `end` from the same position.
        case look(isNegative: Bool, end: Int)
        case success
        /// Begins a repetition with no rounds yet.
        case beginLoop(Int)
        /// Decides whether a repetition gets another round, which begins at the next instruction, or ends.
        case loop(Int)
        /// Begins a round and resets the captures in it.
        case enterLoop(Int)
        /// Ends a round and continues at `start`; fails if the round was optional and matched the empty text.
        case endLoop(Int, start: Int)
    }

    /// A repetition; each round resets the captures of the groups in it.
    struct Loop: Sendable {
        let minimum: Int
        let maximum: Int
        let isLazy: Bool
        /// The numbers of the capturing groups in the repetition.
        let captures: [Int]
        /// The index of the instruction after the repetition.
        var exit = 0
    }

    /// A character set, with its Unicode properties compiled by PCRE2.
    struct PreparedSet: Sendable {
        let set: CharacterSet
        let properties: PCRE2Program?
    }

    private static let maximumInstructions = 100_000

    private(set) var instructions: [Instruction] = []
    private(set) var sets: [PreparedSet] = []
    private(set) var loops: [Loop] = []
    let captureCount: Int

    /// Compiles a pattern; throws `.tooLarge` for too many instructions.
    init(_ node: PatternNode, captures: Int) throws(PatternError) {
        captureCount = captures
        try append(node, isBackward: false)
        instructions.append(.success)
    }

    /// Returns true if the pattern matches anywhere; throws `.tooCostly` if the limits are exceeded first.
    func matches(_ utf8: [UInt8]) throws(PatternError) -> Bool {
        var matcher = BacktrackingMatcher(self, text: String(decoding: utf8, as: UTF8.self).unicodeScalars.map(\.value))
        return try matcher.search()
    }

    private mutating func append(_ node: PatternNode, isBackward: Bool) throws(PatternError) {
        guard instructions.count < Self.maximumInstructions else { throw .tooLarge("The pattern is too large.") }
        switch node {
        case .empty: break
        case .character(let value): instructions.append(.character(value, isBackward: isBackward))
        case .set(let set):
            instructions.append(.set(sets.count, isBackward: isBackward))
            sets.append(PreparedSet(set))
        case .sequence(let nodes):
            for node in isBackward ? nodes.reversed() : nodes { try append(node, isBackward: isBackward) }
        case .alternatives(let nodes): try append(alternatives: nodes, isBackward: isBackward)
        case .group(let node, let capture):
            if let capture { instructions.append(.openGroup(capture)) }
            try append(node, isBackward: isBackward)
            if let capture { instructions.append(.closeGroup(capture, isBackward: isBackward)) }
        case .look(let node, let isBehind, let isNegative):
            let place = instructions.count
            instructions.append(.success)
            try append(node, isBackward: isBehind)
            instructions.append(.success)
            instructions[place] = .look(isNegative: isNegative, end: instructions.count)
        case .repeated(let node, let minimum, let maximum, let isLazy):
            let loop = Loop(minimum: minimum, maximum: maximum ?? .max, isLazy: isLazy, captures: node.captures)
            try append(loop, body: node, isBackward: isBackward)
        case .reference(let number): instructions.append(.reference(number, isBackward: isBackward))
        case .start: instructions.append(.start)
        case .end: instructions.append(.end)
        case .wordBoundary(let isNegative): instructions.append(.wordBoundary(isNegative: isNegative))
        }
    }

    private mutating func append(alternatives: [PatternNode], isBackward: Bool) throws(PatternError) {
        var jumps: [Int] = []
        for (position, node) in alternatives.enumerated() {
            let fork = instructions.count
            if position < alternatives.count - 1 { instructions.append(.fork(0)) }
            try append(node, isBackward: isBackward)
            guard position < alternatives.count - 1 else { break }
            jumps.append(instructions.count)
            instructions.append(.jump(0))
            instructions[fork] = .fork(instructions.count)
        }
        for jump in jumps { instructions[jump] = .jump(instructions.count) }
    }

    private mutating func append(_ loop: Loop, body: PatternNode, isBackward: Bool) throws(PatternError) {
        let number = loops.count
        loops.append(loop)
        instructions.append(.beginLoop(number))
        let start = instructions.count
        instructions.append(.loop(number))
        instructions.append(.enterLoop(number))
        try append(body, isBackward: isBackward)
        instructions.append(.endLoop(number, start: start))
        loops[number].exit = instructions.count
    }
}

extension BacktrackingProgram.PreparedSet {
    init(_ set: CharacterSet) {
        self.set = set
        let patterns = set.properties.map { $0.property.pattern(isNegative: $0.isNegative) }
        properties = patterns.isEmpty ? nil : PCRE2Program("[" + patterns.joined() + "]")
    }

    /// Returns true if a code point is in the set.
    func contains(_ value: UInt32) -> Bool {
        var isContained = set.rangesContain(value)
        if !isContained, let properties, let scalar = Unicode.Scalar(value) {
            isContained = properties.matches(Array(String(Character(scalar)).utf8)) ?? false
        }
        return isContained != set.isNegative
    }
}
