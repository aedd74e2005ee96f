/// Generates a text from a pattern's syntax tree. Anchors, word boundaries and most look-arounds are ignored, so the
/// result must be checked against the pattern.
struct PatternSampler {
    /// The choices of one traversal of the tree.
    struct Style {
        /// The number of rounds that a repetition gets beyond its minimum; with a seed, their maximum number.
        var extraRounds = 1
        /// True to write the content of a positive look-ahead at its position.
        var writesLookAheads = false
        /// The repetition, counted from 0 in the order of the traversal, that gets additional rounds, and their number.
        var stretched: (repetition: Int, rounds: Int)?
        /// The seed for the choice of alternatives, characters and rounds; nil chooses the first or simplest of each.
        var seed: UInt64?
    }

    /// The length of a text, in Unicode scalars, beyond which no further node is written.
    private static let longest = 4096

    /// The maximum number of tree nodes visited for one text.
    private static let mostSteps = 20_000

    private let style: Style
    private var random: UInt64
    private var text: [UInt32] = []
    private var steps = 0
    private var captures: [Int: [UInt32]] = [:]
    /// The rounds and maximum of each repetition so far, and the number of scalars that its first round wrote; 1 if it
    /// had no round.
    private var repetitions: [(rounds: Int, maximum: Int?, width: Int)] = []

    private init(_ style: Style) {
        self.style = style
        random = style.seed ?? 0
    }

    /// Returns the text of a style; if it is too short, the texts in which one of the first 16 repetitions is stretched
    /// to the required length, then the text filled up at its end and at its start. Empty if the style has no text.
    static func texts(of tree: PatternNode, in style: Style, lengths: ClosedRange<Int>) -> [[UInt32]] {
        var sampler = PatternSampler(style)
        guard sampler.write(tree) else { return [] }
        let missing = lengths.lowerBound - sampler.text.count
        guard missing > 0, style.stretched == nil else { return [sampler.text] }
        let stretched = sampler.repetitions.prefix(16).enumerated().flatMap { position, repetition -> [[UInt32]] in
            guard repetition.width > 0, repetition.maximum.map({ $0 > repetition.rounds }) ?? true else { return [] }
            var style = style
            style.stretched = (position, (missing + repetition.width - 1) / repetition.width)
            return texts(of: tree, in: style, lengths: lengths)
        }
        // If the pattern is not anchored at an end, any text may be added there.
        let padding = [UInt32](repeating: 0x61, count: missing)
        return stretched + [sampler.text + padding, padding + sampler.text]
    }

    /// Writes text for a node; returns false if no character fits or a limit is exceeded.
    private mutating func write(_ node: PatternNode) -> Bool {
        steps += 1
        guard text.count <= Self.longest, steps <= Self.mostSteps else { return false }
        switch node {
        case .empty, .start, .end, .wordBoundary: return true
        case .character(let value):
            text.append(value)
            return true
        case .set(let set):
            guard let value = character(of: set) else { return false }
            text.append(value)
            return true
        case .sequence(let nodes): return nodes.allSatisfy { write($0) }
        case .alternatives(let nodes): return write(nodes[style.seed == nil ? 0 : draw(nodes.count)])
        case .group(let node, let capture):
            let start = text.count
            guard write(node) else { return false }
            if let capture { captures[capture] = Array(text[start...]) }
            return true
        case .look(let node, let isBehind, let isNegative):
            return isBehind || isNegative || !style.writesLookAheads || write(node)
        case .repeated(let node, let minimum, let maximum, _):
            return write(node, minimum: minimum, maximum: maximum)
        case .reference(let number):
            text += captures[number] ?? []
            return true
        }
    }

    private mutating func write(_ node: PatternNode, minimum: Int, maximum: Int?) -> Bool {
        let position = repetitions.count
        let extra = style.seed == nil ? style.extraRounds : draw(style.extraRounds + 1)
        let further = style.stretched?.repetition == position ? style.stretched?.rounds ?? 0 : 0
        let (most, overflows) = minimum.addingReportingOverflow(extra + further)
        let rounds = min(maximum ?? .max, overflows ? minimum : most)
        repetitions.append((rounds, maximum, 1))
        for round in 0..<rounds {
            let start = text.count
            guard write(node) else { return false }
            if round == 0 { repetitions[position].width = text.count - start }
        }
        return true
    }

    private mutating func character(of set: CharacterSet) -> UInt32? {
        let prepared = BacktrackingProgram.PreparedSet(set)
        let fitting = Self.familiar.filter { prepared.contains($0) }
        if !fitting.isEmpty { return fitting[style.seed == nil ? 0 : draw(fitting.count)] }
        let ranges =
            set.isNegative ? CharacterSet(CharacterSet.complement(of: set.ranges)).scalarRanges : set.scalarRanges
        let named = set.properties.flatMap { $0.property.ranges ?? [] }
        return (ranges + named).map(\.lowerBound).first { Unicode.Scalar($0) != nil && prepared.contains($0) }
    }

    /// Returns the next pseudo-random number below a bound (SplitMix64).
    private mutating func draw(_ bound: Int) -> Int {
        random &+= 0x9E37_79B9_7F4A_7C15
        var mixed = random
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(max(1, bound)))
    }

    /// The preferred characters, the most common first.
    private static let familiar: [UInt32] =
        [0x61, 0x31, 0x41, 0x62, 0x63, 0x32, 0x42, 0x30, 0x5F, 0x2D, 0x20] + Array(0x21...0x7E)
}

extension PatternSampler.Style {
    /// Returns the styles to try, the simplest first.
    static func all(for lengths: ClosedRange<Int>) -> [PatternSampler.Style] {
        let plain = [1, 0, 2, 3, 7].flatMap { rounds in
            [false, true].map { PatternSampler.Style(extraRounds: rounds, writesLookAheads: $0) }
        }
        let drawn = (1...160).map { number in
            PatternSampler.Style(
                extraRounds: lengths.upperBound < 8 ? number % 2 : number % 5, writesLookAheads: number % 3 == 0,
                seed: UInt64(number))
        }
        return plain + drawn
    }
}
