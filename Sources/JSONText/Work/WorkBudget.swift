import Synchronization

/// The steps and the time left for one request, handed down to everything that is done for it.
///
/// Whoever walks a document, a schema or a form asks before it goes on, and stops where nothing is left; so many things
/// that are each within their own limits do not add up without one. A step is about what looking at one value costs.
package final class WorkBudget: Sendable {
    #if DEBUG
        /// The time that a person waits. Unoptimised code, which only tests run, takes many times as long.
        private static let patience = Duration.seconds(40)
    #else
        /// The time that a person waits.
        private static let patience = Duration.seconds(2)
    #endif

    /// When the time is over.
    package let deadline: ContinuousClock.Instant
    private let steps: Atomic<Int>
    private let isOver = Atomic(false)
    private let isAbandoned: @Sendable () -> Bool

    /// A budget of time, by default as long as a person waits, and of steps; `isAbandoned` answers true when nobody
    /// waits any more.
    package init(
        duration: Duration? = nil, steps: Int = 20_000_000,
        isAbandoned: @escaping @Sendable () -> Bool = { false }
    ) {
        deadline = .now + (duration ?? Self.patience)
        self.steps = Atomic(steps)
        self.isAbandoned = isAbandoned
    }

    /// The budget for what others rely on, as saving and publishing: four times as long.
    package static var patient: WorkBudget { WorkBudget(duration: patience * 4, steps: .max) }

    /// Takes steps; false where nothing is left.
    package func spend(_ count: Int = 1) -> Bool {
        if isOver.load(ordering: .relaxed) { return false }
        let left = steps.subtract(count, ordering: .relaxed).newValue
        // Looking at the clock costs more than a step: it is done where the steps pass a multiple of 1,024.
        if left <= 0 || (left >> 10 != (left + count) >> 10 && isLate) { cancel() }
        return !isOver.load(ordering: .relaxed)
    }

    /// True if nothing is left; looks at the clock.
    package var isSpent: Bool {
        if !isOver.load(ordering: .relaxed), isLate { cancel() }
        return isOver.load(ordering: .relaxed)
    }

    private var isLate: Bool { ContinuousClock.now >= deadline || isAbandoned() }

    /// Ends the work where it is: nobody waits for it any more.
    package func cancel() { isOver.store(true, ordering: .relaxed) }
}
