/// One search with a `BacktrackingProgram`, with limited steps and memory.
///
/// The trail contains the alternatives to try next and the changes to undo; a failure unwinds it to the last
/// alternative.
struct BacktrackingMatcher {
    /// An alternative to try, or the earlier state of a group or repetition.
    private enum Entry {
        case choice(instruction: Int, position: Int)
        case capture(Int, old: Range<Int>?)
        case opening(Int, old: Int)
        case loop(Int, count: Int, position: Int)
    }

    /// The maximum number of instructions that one search executes.
    private static let mostSteps = 2_000_000
    /// The maximum number of entries of the trail.
    private static let longestTrail = 500_000

    private let program: BacktrackingProgram
    private let text: [UInt32]
    private var captures: [Range<Int>?]
    private var openings: [Int]
    private var rounds: [(count: Int, position: Int)]
    private var trail: [Entry] = []
    private var steps = 0

    init(_ program: BacktrackingProgram, text: [UInt32]) {
        self.program = program
        self.text = text
        captures = Array(repeating: nil, count: program.captureCount + 1)
        openings = Array(repeating: 0, count: program.captureCount + 1)
        rounds = Array(repeating: (0, 0), count: program.loops.count)
    }

    /// Returns true if the pattern matches at any position.
    mutating func search() throws(PatternError) -> Bool {
        for start in 0...text.count where try run(from: 0, at: start) { return true }
        return false
    }

    /// Runs to a `.success`; returns false if no alternative leads to one. A failed run leaves the trail as it was; a
    /// successful one adds only changes to undo.
    private mutating func run(from first: Int, at start: Int) throws(PatternError) -> Bool {
        let base = trail.count
        var instruction = first
        var position = start
        while true {
            steps += 1
            guard steps < Self.mostSteps, trail.count < Self.longestTrail else { throw .tooCostly }
            if case .success = program.instructions[instruction] {
                dropChoices(above: base)
                return true
            }
            if try step(&instruction, &position) { continue }
            guard let choice = unwind(to: base) else { return false }
            (instruction, position) = choice
        }
    }

    /// Executes one instruction and moves on; returns false if the text does not match.
    private mutating func step(_ instruction: inout Int, _ position: inout Int) throws(PatternError) -> Bool {
        switch program.instructions[instruction] {
        case .character(let value, let isBackward):
            guard take(&position, isBackward, where: { $0 == value }) else { return false }
        case .set(let number, let isBackward):
            let set = program.sets[number]
            guard take(&position, isBackward, where: { set.contains($0) }) else { return false }
        case .reference(let number, let isBackward):
            guard takeAgain(captures[number], &position, isBackward) else { return false }
        case .start: guard position == 0 else { return false }
        case .end: guard position == text.count else { return false }
        case .wordBoundary(let isNegative):
            let isBoundary = isWord(position - 1) != isWord(position)
            guard isBoundary != isNegative else { return false }
        case .fork(let other): trail.append(.choice(instruction: other, position: position))
        case .jump(let target):
            instruction = target
            return true
        case .openGroup(let number):
            trail.append(.opening(number, old: openings[number]))
            openings[number] = position
        case .closeGroup(let number, let isBackward):
            let opening = openings[number]
            setCapture(number, isBackward ? position..<opening : opening..<position)
        case .look(let isNegative, let end):
            let base = trail.count
            let isFound = try run(from: instruction + 1, at: position)
            // A negative look-around keeps no captures.
            if isNegative { _ = unwind(to: base) }
            guard isFound != isNegative else { return false }
            instruction = end
            return true
        case .success: break
        case .beginLoop(let number): setRound(number, count: 0, position: position)
        case .loop(let number):
            let loop = program.loops[number]
            let count = rounds[number].count
            if count >= loop.minimum {
                if count >= loop.maximum {
                    instruction = loop.exit
                    return true
                }
                if loop.isLazy {
                    trail.append(.choice(instruction: instruction + 1, position: position))
                    instruction = loop.exit
                    return true
                }
                trail.append(.choice(instruction: loop.exit, position: position))
            }
        case .enterLoop(let number):
            setRound(number, count: rounds[number].count, position: position)
            for capture in program.loops[number].captures where captures[capture] != nil { setCapture(capture, nil) }
        case .endLoop(let number, let start):
            let round = rounds[number]
            // An optional round must consume something, or the loop would never end.
            if round.count >= program.loops[number].minimum, round.position == position { return false }
            setRound(number, count: round.count + 1, position: position)
            instruction = start
            return true
        }
        instruction += 1
        return true
    }

    private func take(_ position: inout Int, _ isBackward: Bool, where fits: (UInt32) -> Bool) -> Bool {
        if isBackward {
            guard position > 0, fits(text[position - 1]) else { return false }
            position -= 1
        } else {
            guard position < text.count, fits(text[position]) else { return false }
            position += 1
        }
        return true
    }

    /// Matches a captured text again; a group without a capture matches the empty text.
    private func takeAgain(_ capture: Range<Int>?, _ position: inout Int, _ isBackward: Bool) -> Bool {
        guard let capture else { return true }
        let start = isBackward ? position - capture.count : position
        guard start >= 0, start + capture.count <= text.count else { return false }
        guard text[capture].elementsEqual(text[start..<(start + capture.count)]) else { return false }
        position = isBackward ? start : start + capture.count
        return true
    }

    private func isWord(_ position: Int) -> Bool {
        text.indices.contains(position) && CharacterSet.word.rangesContain(text[position])
    }

    private mutating func setCapture(_ number: Int, _ range: Range<Int>?) {
        trail.append(.capture(number, old: captures[number]))
        captures[number] = range
    }

    private mutating func setRound(_ number: Int, count: Int, position: Int) {
        trail.append(.loop(number, count: rounds[number].count, position: rounds[number].position))
        rounds[number] = (count, position)
    }

    /// Undoes all changes back to the last alternative, or back to `base` if there is none.
    private mutating func unwind(to base: Int) -> (Int, Int)? {
        while trail.count > base, let entry = trail.popLast() {
            switch entry {
            case .choice(let instruction, let position): return (instruction, position)
            case .capture(let number, let old): captures[number] = old
            case .opening(let number, let old): openings[number] = old
            case .loop(let number, let count, let position): rounds[number] = (count, position)
            }
        }
        return nil
    }

    private mutating func dropChoices(above base: Int) {
        let kept = trail[base...].filter { entry in
            if case .choice = entry { false } else { true }
        }
        trail.replaceSubrange(base..., with: kept)
    }
}
