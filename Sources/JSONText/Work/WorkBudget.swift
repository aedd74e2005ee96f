import Synchronization

/// The steps, the time and the memory left for one request, shared by everything done for it.
///
/// Code that walks a document, a schema or a form takes steps and stops when none are left. Many parts that each keep
/// their own limit thus have a common limit too. One step is about the cost of looking at one value.
/// Memory is counted in bytes of what is built, before it is built.
package final class WorkBudget: Sendable {
    #if DEBUG
        /// The time that a person waits; longer in debug builds, which only tests use, because unoptimised code is much
        /// slower.
        private static let patience = Duration.seconds(40)
    #else
        /// The time that a person waits for an answer.
        private static let patience = Duration.seconds(2)
    #endif

    private let duration: Duration
    private let clock = WorkClock()
    private let steps: Atomic<Int>
    private let memory: Atomic<Int>
    private let isOver = Atomic(false)
    private let isAbandoned: @Sendable () -> Bool

    /// A budget of working time (see ``WorkClock``), by default as long as a person waits, of steps, and of bytes;
    /// `isAbandoned` answers true when nobody waits any more.
    package init(
        duration: Duration? = nil, steps: Int = 20_000_000, memory: Int = 64 << 20,
        isAbandoned: @escaping @Sendable () -> Bool = { false }
    ) {
        self.duration = duration ?? Self.patience
        self.steps = Atomic(steps)
        self.memory = Atomic(memory)
        self.isAbandoned = isAbandoned
    }

    /// A budget four times as long, for work that others rely on, such as saving and publishing.
    package static var patient: WorkBudget { WorkBudget(duration: patience * 4, steps: .max) }

    /// Takes steps; returns false if nothing is left.
    package func spend(_ count: Int = 1) -> Bool {
        if isOver.load(ordering: .relaxed) { return false }
        let left = steps.subtract(count, ordering: .relaxed).newValue
        // Reading the clock costs more than a step, so it happens only when the steps pass a multiple of 1,024.
        if left <= 0 || (left >> 10 != (left + count) >> 10 && isLate) { cancel() }
        return !isOver.load(ordering: .relaxed)
    }

    /// Takes the bytes of something that is to be built; false where nothing is left.
    package func take(bytes: Int) -> Bool {
        if isOver.load(ordering: .relaxed) { return false }
        if memory.subtract(bytes, ordering: .relaxed).newValue <= 0 { cancel() }
        return !isOver.load(ordering: .relaxed)
    }

    /// True if nothing is left; reads the clock.
    package var isSpent: Bool {
        if !isOver.load(ordering: .relaxed), isLate { cancel() }
        return isOver.load(ordering: .relaxed)
    }

    private var isLate: Bool { clock.elapsed >= duration || isAbandoned() }

    /// The working time left; negative if it is overdrawn.
    package var timeLeft: Duration { duration - clock.elapsed }

    /// Ends the budget, because nobody waits for the result any more.
    package func cancel() { isOver.store(true, ordering: .relaxed) }
}
