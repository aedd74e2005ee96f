import Dispatch
import Synchronization

/// A queue of events that many threads fill and one thread empties.
final class Mailbox<Event: Sendable>: Sendable {
    private let events = Mutex<[Event]>([])
    private let available = DispatchSemaphore(value: 0)

    func send(_ event: Event) {
        events.withLock { $0.append(event) }
        available.signal()
    }

    /// The oldest event, waited for until the deadline; nil when none came.
    func next(until deadline: DispatchTime = .distantFuture) -> Event? {
        guard available.wait(timeout: deadline) == .success else { return nil }
        return events.withLock { $0.removeFirst() }
    }
}
