import Foundation
import JSONText
import Synchronization
import Testing

/// The clock of work budgets: the working time counts, but at least a quarter of the elapsed time; on another thread,
/// all elapsed time counts.
struct WorkClockTests {
    @Test func `at least a quarter of the elapsed time counts, even without work`() {
        let start = ContinuousClock.now
        let clock = WorkClock()
        Thread.sleep(forTimeInterval: 0.05)
        let elapsed = clock.elapsed
        #expect(elapsed >= .milliseconds(12))
        #expect(elapsed < ContinuousClock.now - start)
    }

    @Test func `on another thread all elapsed time counts`() {
        let clock = WorkClock()
        let read = Mutex(Duration.zero)
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: 0.05)
            read.withLock { $0 = clock.elapsed }
            done.signal()
        }
        done.wait()
        #expect(read.withLock(\.self) >= .milliseconds(50))
    }

    @Test func `working time counts in full`() {
        let clock = WorkClock()
        var number = 1
        while clock.elapsed < .milliseconds(20) { number = number &* 31 &+ 7 }
        #expect(number != 1 && clock.elapsed >= .milliseconds(20))
    }

    @Test func `a budget without time is used up at once`() {
        #expect(WorkBudget(duration: .zero).isSpent)
        #expect(!WorkBudget(duration: .seconds(1000)).isSpent)
        #expect(WorkBudget(duration: .zero).timeLeft <= .zero)
    }
}
