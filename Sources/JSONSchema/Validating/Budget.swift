internal import JSONText

/// What one validation may still spend; once something is used up, everything counts as refused.
struct Budget {
    /// How deep evaluation may nest: 256 levels of text, each through several references and unions.
    static let maximumDepth = 1600
    /// How many subschemas may apply to one value inside each other: more is a reference loop.
    static let maximumNesting = 128

    private(set) var steps: Int
    private(set) var isExhausted = false
    /// Whether references led back to themselves at one value.
    private(set) var isEndless = false
    /// Whether nothing is left: every answer given since is no answer.
    var isSpent: Bool { isExhausted || isEndless }
    private let deadline: ContinuousClock.Instant
    /// The budget of the request that the validation is made for.
    private let work: WorkBudget?
    private var depth = 0
    private var nesting = 0

    init(steps: Int, duration: Duration, within work: WorkBudget? = nil) {
        self.steps = steps
        self.work = work
        deadline = ContinuousClock.now + duration
    }

    private var isLate: Bool { ContinuousClock.now > deadline || work?.isSpent ?? false }

    /// Takes a step; false once the budget is used up.
    mutating func step() -> Bool {
        if isSpent { return false }
        steps -= 1
        if steps <= 0 || (steps & 0xFFF == 0 && isLate) { isExhausted = true }
        return !isExhausted
    }

    /// Takes as many steps as something costs that may be slow though it is one keyword, and looks at the clock; false
    /// once the budget is used up.
    mutating func spend(_ cost: Int) -> Bool {
        if isSpent { return false }
        steps -= cost
        if steps <= 0 || isLate { isExhausted = true }
        return !isExhausted
    }

    /// Gives up: something has no answer within its own limit, so nothing built on it has one.
    mutating func giveUp() { isExhausted = true }

    /// Enters a subschema, at the same value or at one inside it; false where that is too deep.
    mutating func enter() -> Bool {
        depth += 1
        nesting += 1
        if nesting > Self.maximumNesting { isEndless = true }
        if depth > Self.maximumDepth { isExhausted = true }
        return step()
    }

    /// Leaves what was entered.
    mutating func leave() {
        depth -= 1
        nesting -= 1
    }

    /// Goes to a value inside; returns what `ascend(to:)` takes to come back.
    mutating func descend() -> Int {
        defer { nesting = 0 }
        return nesting
    }

    /// Comes back from a value inside.
    mutating func ascend(to outer: Int) {
        nesting = outer
    }
}
