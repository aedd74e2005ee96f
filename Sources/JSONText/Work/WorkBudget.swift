import Synchronization

/// The steps, the time and the memory left for one request, shared by all work for that request.
///
/// Code that traverses a document, a schema or a form spends steps and stops when none are left. So the parts of the
/// work, such as validations, have a common limit besides their own limits. One step is about the cost of reading one
/// value. Memory is counted in bytes, before the result that needs the memory is built. A budget is also used up after
/// `cancel()` and when `isAbandoned` returns true.
package final class WorkBudget: Sendable {
    #if DEBUG
        /// The working time (see ``WorkClock``) of a budget by default; longer in debug builds, which only tests use,
        /// because unoptimized code is much slower.
        private static let defaultDuration = Duration.seconds(40)
    #else
        /// The working time (see ``WorkClock``) of a budget by default: as long as a person is willing to wait for a
        /// page.
        private static let defaultDuration = Duration.seconds(2)
    #endif

    private let duration: Duration
    private let clock = WorkClock()
    private let steps: Atomic<Int>
    private let memory: Atomic<Int>
    private let isOver = Atomic(false)
    private let isAbandoned: @Sendable () -> Bool

    /// Creates a budget of working time (see ``WorkClock``), of steps and of bytes of memory. The default time is that
    /// of a page, two seconds. `isAbandoned` returns true when nobody waits for the result any more.
    package init(
        duration: Duration? = nil, steps: Int = 20_000_000, memory: Int = 64 << 20,
        isAbandoned: @escaping @Sendable () -> Bool = { false }
    ) {
        self.duration = duration ?? Self.defaultDuration
        self.steps = Atomic(steps)
        self.memory = Atomic(memory)
        self.isAbandoned = isAbandoned
    }

    /// A budget of four times the default time and an unlimited number of steps, for work that others rely on, such as
    /// saving and publishing.
    package static var patient: WorkBudget { WorkBudget(duration: defaultDuration * 4, steps: .max) }

    /// Spends steps; returns false if the steps, the time or the memory are used up.
    package func spend(_ count: Int = 1) -> Bool {
        if isOver.load(ordering: .relaxed) { return false }
        let left = steps.subtract(count, ordering: .relaxed).newValue
        // Reading the clock costs more than a step, so it happens only when the steps pass a multiple of 1,024.
        if left <= 0 || (left >> 10 != (left + count) >> 10 && isLate) { cancel() }
        return !isOver.load(ordering: .relaxed)
    }

    /// Spends the bytes of a result before it is built; returns false if the steps, the time or the memory are used up.
    package func take(bytes: Int) -> Bool {
        if isOver.load(ordering: .relaxed) { return false }
        if memory.subtract(bytes, ordering: .relaxed).newValue <= 0 { cancel() }
        return !isOver.load(ordering: .relaxed)
    }

    /// True if the steps, the time or the memory are used up; reads the clock.
    package var isSpent: Bool {
        if !isOver.load(ordering: .relaxed), isLate { cancel() }
        return isOver.load(ordering: .relaxed)
    }

    private var isLate: Bool { clock.elapsed >= duration || isAbandoned() }

    /// The working time left; negative if more than the allowed time has passed.
    package var timeLeft: Duration { duration - clock.elapsed }

    /// Ends the budget: from now on it is used up.
    package func cancel() { isOver.store(true, ordering: .relaxed) }
}
