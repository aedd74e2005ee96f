import Foundation
import JSONText
import Synchronization
import Testing

/// The clock of budgets: waiting counts a quarter, and another thread's time counts whole.
struct WorkClockTests {
    @Test func `time without work counts a quarter of what passes`() {
        let start = ContinuousClock.now
        let clock = WorkClock()
        Thread.sleep(forTimeInterval: 0.05)
        let elapsed = clock.elapsed
        #expect(elapsed >= .milliseconds(12))
        #expect(elapsed < ContinuousClock.now - start)
    }

    @Test func `on another thread all the time that passes counts`() {
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

    @Test func `work counts whole`() {
        let clock = WorkClock()
        var number = 1
        while clock.elapsed < .milliseconds(20) { number = number &* 31 &+ 7 }
        #expect(number != 1 && clock.elapsed >= .milliseconds(20))
    }

    @Test func `a budget of no time is spent`() {
        #expect(WorkBudget(duration: .zero).isSpent)
        #expect(!WorkBudget(duration: .seconds(1000)).isSpent)
        #expect(WorkBudget(duration: .zero).timeLeft <= .zero)
    }
}
