import Foundation
import Synchronization
import Testing

@testable import Console

@Suite("The queue of expensive work") struct FairWorkQueueTests {
    private static func limits(running: Int = 1, waitingOfOne: Int = 64, bytes: Int = 1_000) -> FairWorkQueue.Limits {
        var limits = FairWorkQueue.Limits()
        (limits.running, limits.waitingOfOne, limits.waitingBytes) = (running, waitingOfOne, bytes)
        return limits
    }

    /// Queues work of these owners in this order while other work occupies the queue, which runs one at a time. Returns
    /// the indexes of the owners in the order in which their work ran.
    private func order(of owners: [FairWorkQueue.Owner], in queue: FairWorkQueue) -> [Int] {
        let (hasStarted, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let done = Mutex<[Int]>([])
        let group = DispatchGroup()
        func start(_ work: @escaping @Sendable () -> Void) {
            group.enter()
            Thread {
                work()
                group.leave()
            }.start()
        }
        start {
            _ = queue.run(of: .subject("first"), size: 0) {
                hasStarted.signal()
                mayEnd.wait()
            }
        }
        hasStarted.wait()
        for (number, owner) in owners.enumerated() {
            start { _ = queue.run(of: owner, size: 0) { done.withLock { $0.append(number) } } }
            while queue.waiting <= number { Thread.sleep(forTimeInterval: 0.001) }
        }
        mayEnd.signal()
        group.wait()
        return done.withLock(\.self)
    }

    @Test func `owners take turns, so that a flood of one owner takes one turn before that of each other owner`() {
        let flood = Array(repeating: FairWorkQueue.Owner.account(1), count: 20)
        let order = order(of: flood + [.account(2), .subject("home.offers")], in: FairWorkQueue(Self.limits()))
        #expect(order.count == 22)
        #expect(Array(order.prefix(4)) == [0, 20, 21, 1])
        #expect(order.filter { $0 < 20 } == Array(0..<20))
    }

    @Test func `work beyond the limits for one owner, for all owners and for the total size is refused immediately`() {
        var limits = Self.limits(waitingOfOne: 2)
        limits.waiting = 3
        let queue = FairWorkQueue(limits)
        let (hasStarted, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let group = DispatchGroup()
        func start(_ owner: FairWorkQueue.Owner, _ work: @escaping @Sendable () -> Void) {
            group.enter()
            Thread {
                _ = queue.run(of: owner, size: 300, work)
                group.leave()
            }.start()
        }
        start(.account(1)) {
            hasStarted.signal()
            mayEnd.wait()
        }
        hasStarted.wait()
        for number in 1...2 {
            start(.account(1)) {}
            while queue.waiting < number { Thread.sleep(forTimeInterval: 0.001) }
        }
        #expect(queue.run(of: .account(1), size: 0) { 1 } == nil)
        #expect(queue.run(of: .account(2), size: 500) { 1 } == nil)
        start(.account(2)) {}
        while queue.waiting < 3 { Thread.sleep(forTimeInterval: 0.001) }
        #expect(queue.run(of: .account(3), size: 0) { 1 } == nil)
        mayEnd.signal()
        group.wait()
        #expect(queue.waiting == 0)
        #expect(queue.run(of: .account(1), size: 0) { 1 } == 1)
    }

    @Test func `work that throws makes room for other work`() throws {
        struct Failed: Error {}
        let queue = FairWorkQueue(Self.limits())
        #expect(throws: Failed.self) { try queue.run(of: .account(1), size: 0) { throw Failed() } }
        #expect(queue.run(of: .account(1), size: 0) { 1 } == 1)
    }
}
