internal import JSONText

/// The remaining budget of one validation. A validation that spends it reports its value as invalid.
struct Budget {
    /// The maximum depth of nested subschemas: enough for values nested in 256 levels, with about six references or
    /// unions at each level.
    static let maximumDepth = 1600
    /// The maximum number of nested subschemas at one value; more are taken for a reference loop.
    static let maximumNesting = 128

    private(set) var steps: Int
    private(set) var isExhausted = false
    /// True if more than `maximumNesting` subschemas were nested at one value, as in a reference loop.
    private(set) var isEndless = false
    /// True if the budget is spent; results computed after that are meaningless.
    var isSpent: Bool { isExhausted || isEndless }
    private let duration: Duration
    private let clock = WorkClock()
    /// The budget of the request that the validation belongs to.
    private let work: WorkBudget?
    private var depth = 0
    private var nesting = 0

    init(steps: Int, duration: Duration, within work: WorkBudget? = nil) {
        self.steps = steps
        self.work = work
        self.duration = duration
    }

    private var isLate: Bool { clock.elapsed > duration || work?.isSpent ?? false }

    /// Takes one step; returns false once the budget is spent.
    mutating func step() -> Bool {
        if isSpent { return false }
        steps -= 1
        if steps <= 0 || (steps & 0xFFF == 0 && isLate) { isExhausted = true }
        return !isExhausted
    }

    /// Takes `cost` steps for a single check that may be slow, and reads the clock; returns false once the budget is
    /// spent.
    mutating func spend(_ cost: Int) -> Bool {
        if isSpent { return false }
        steps -= cost
        if steps <= 0 || isLate { isExhausted = true }
        return !isExhausted
    }

    /// Spends the whole budget, because a check exceeded its own limit and the validity of the value is unknown.
    mutating func giveUp() { isExhausted = true }

    /// Enters a subschema; returns false if the nesting is too deep or the budget is spent.
    mutating func enter() -> Bool {
        depth += 1
        nesting += 1
        if nesting > Self.maximumNesting { isEndless = true }
        if depth > Self.maximumDepth { isExhausted = true }
        return step()
    }

    /// Leaves the subschema entered last.
    mutating func leave() {
        depth -= 1
        nesting -= 1
    }

    /// Descends to a member or item; returns the argument for `ascend(to:)`.
    mutating func descend() -> Int {
        defer { nesting = 0 }
        return nesting
    }

    /// Returns from a member or item.
    mutating func ascend(to outer: Int) {
        nesting = outer
    }
}
