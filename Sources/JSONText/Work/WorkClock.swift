import Glibc

/// A clock that measures working time: the processor time of one thread, so that a document is allowed the same amount
/// of work on a busy machine.
///
/// At least a quarter of the elapsed real time counts, so that nobody waits longer than four times the allowed time. On
/// a thread other than the one that created the clock, all the real time counts.
package struct WorkClock: Sendable {
    private let thread = pthread_self()
    private let work = Self.threadTime
    private let start = ContinuousClock.now

    /// Creates a clock that measures the calling thread from now on.
    package init() {}

    /// The time counted since the clock was created.
    package var elapsed: Duration {
        let passed = ContinuousClock.now - start
        guard pthread_equal(thread, pthread_self()) != 0 else { return passed }
        return max(Self.threadTime - work, passed / 4)
    }

    /// The processor time of the calling thread since it began.
    private static var threadTime: Duration {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
