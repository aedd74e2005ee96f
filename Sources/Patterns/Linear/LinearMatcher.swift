/// One search with a `LinearProgram`, in time proportional to the length of the text times the length of the program.
struct LinearMatcher {
    /// The maximum number of instructions that one search follows.
    private static let mostSteps = 20_000_000

    private let program: LinearProgram
    private let text: [UInt32]
    /// The instructions that are applied to the next scalar.
    private var waiting: [Int] = []
    /// The position at which each instruction was last reached.
    private var reached: [Int]
    private var steps = 0

    init(_ program: LinearProgram, utf8: [UInt8]) {
        self.program = program
        text = String(decoding: utf8, as: UTF8.self).unicodeScalars.map(\.value)
        reached = Array(repeating: -1, count: program.instructions.count)
    }

    /// Returns true if the pattern matches anywhere; throws `.tooCostly` for very long texts with very long patterns.
    mutating func search() throws(PatternError) -> Bool {
        for position in 0...text.count {
            let advancing = waiting
            waiting.removeAll(keepingCapacity: true)
            if position > 0 {
                for instruction in advancing where takes(instruction, text[position - 1]) {
                    if try follow(instruction + 1, at: position) { return true }
                }
            }
            // A match may begin at every position.
            if try follow(0, at: position) { return true }
        }
        return false
    }

    private func takes(_ instruction: Int, _ value: UInt32) -> Bool {
        switch program.instructions[instruction] {
        case .character(let expected): value == expected
        case .set(let number): program.sets[number].contains(value)
        default: false
        }
    }

    /// Follows an instruction as far as possible without a further scalar, and adds the instructions that need one to
    /// `waiting`. Returns true if the pattern matches here.
    private mutating func follow(_ first: Int, at position: Int) throws(PatternError) -> Bool {
        var pending = [first]
        while let instruction = pending.popLast() {
            guard reached[instruction] != position else { continue }
            reached[instruction] = position
            steps += 1
            guard steps < Self.mostSteps else { throw .tooCostly }
            switch program.instructions[instruction] {
            case .success: return true
            case .character, .set: waiting.append(instruction)
            case .fork(let next, let other):
                pending.append(other)
                if next != other { pending.append(next) }
            case .start: if position == 0 { pending.append(instruction + 1) }
            case .end: if position == text.count { pending.append(instruction + 1) }
            case .wordBoundary(let isNegative):
                if (isWord(position - 1) != isWord(position)) != isNegative { pending.append(instruction + 1) }
            }
        }
        return false
    }

    private func isWord(_ position: Int) -> Bool {
        text.indices.contains(position) && CharacterSet.word.rangesContain(text[position])
    }
}
