/// A regular expression as an automaton. It shows whether some text that fills a mask matches the expression.
///
/// Only characters, classes, groups, alternatives, repetitions and anchors are supported.
struct PatternAutomaton {
    /// A transition from one state to others.
    enum Step {
        case characters(CharacterRanges, next: Int)
        case empty([Int])
        case atStart(next: Int)
        case atEnd(next: Int)
        case accept
    }

    private(set) var steps: [Step] = []

    /// The state in which a match begins.
    private(set) var start = 0

    /// The greatest number of states; repetitions multiply them.
    static let maximumStates = 4_096

    /// Builds the automaton; nil for an expression with an unsupported part or with too many states.
    init?(_ pattern: String) {
        var reader = PatternReader(pattern)
        guard let expression = reader.read() else { return nil }
        steps.append(.accept)
        guard let first = add(expression, before: 0) else { return nil }
        start = first
    }

    /// The greatest number of places in a mask that is examined. Longer masks count as fulfillable.
    static let maximumPlaces = 256

    /// True if some text that fills the mask matches, or if that cannot be decided.
    func canMatch(_ mask: InputMask) -> Bool {
        guard mask.places.count <= Self.maximumPlaces else { return true }
        var states: Set<Int> = []
        for (position, place) in mask.places.enumerated() {
            let here = closure(of: states.union([start]), isStart: position == 0, isEnd: false)
            if accepts(here) { return true }
            states = here.reduce(into: []) { reached, state in
                if case .characters(let ranges, let next) = steps[state], ranges.mayMeet(place) { reached.insert(next) }
            }
        }
        return accepts(closure(of: states.union([start]), isStart: mask.places.isEmpty, isEnd: true))
    }

    func accepts(_ states: Set<Int>) -> Bool {
        states.contains { if case .accept = steps[$0] { true } else { false } }
    }

    func closure(of states: Set<Int>, isStart: Bool, isEnd: Bool) -> Set<Int> {
        var reached = states
        var pending = Array(states)
        while let state = pending.popLast() {
            let next: [Int] =
                switch steps[state] {
                case .empty(let next): next
                case .atStart(let next): isStart ? [next] : []
                case .atEnd(let next): isEnd ? [next] : []
                case .characters, .accept: []
                }
            for state in next where reached.insert(state).inserted { pending.append(state) }
        }
        return reached
    }

    /// Adds the states of an expression, which lead on to the state `next`. Returns nil if there are too many states.
    private mutating func add(_ expression: PatternReader.Expression, before next: Int) -> Int? {
        guard steps.count < Self.maximumStates else { return nil }
        switch expression {
        case .characters(let ranges): return add(.characters(ranges, next: next))
        case .start: return add(.atStart(next: next))
        case .end: return add(.atEnd(next: next))
        case .sequence(let parts):
            return parts.reversed().reduce(Optional(next)) { next, part in next.flatMap { add(part, before: $0) } }
        case .alternatives(let branches):
            var starts: [Int] = []
            for branch in branches {
                guard let start = add(branch, before: next) else { return nil }
                starts.append(start)
            }
            return add(.empty(starts))
        case .repeated(let inner, let least, let most):
            return add(inner, least: least, most: most, before: next)
        }
    }

    private mutating func add(_ inner: PatternReader.Expression, least: Int, most: Int?, before next: Int) -> Int? {
        var first = next
        if let most {
            for _ in 0..<max(0, most - least) {
                guard let once = add(inner, before: first) else { return nil }
                first = add(.empty([once, next]))
            }
        } else {
            let loop = add(.empty([next]))
            guard let once = add(inner, before: loop) else { return nil }
            steps[loop] = .empty([once, next])
            first = loop
        }
        for _ in 0..<least {
            guard let once = add(inner, before: first) else { return nil }
            first = once
        }
        return first
    }

    private mutating func add(_ step: Step) -> Int {
        steps.append(step)
        return steps.count - 1
    }
}
