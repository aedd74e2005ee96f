import Synchronization

/// The answers and connections of a process's listeners so far, for its metrics.
///
/// Every thread of a read listener counts in a part of its own. If all threads increased the same counter, each would
/// wait for the processor to move the counter from another core's cache.
package final class Traffic: Sendable {
    /// The counts of all parts together.
    package struct Reading: Sendable {
        /// The numbers of answers by status, for example 200.
        package var answers: [Int: Int] = [:]
        /// The number of bytes of the bodies of all answers, even if a client did not receive all of them; streams are
        /// not counted.
        package var bodyBytes = 0
        package var openConnections = 0
        /// The number of connections so far, open ones included.
        package var connections = 0
    }

    private let parts = Mutex<[TrafficPart]>([])

    package init() {}

    /// Adds a part for one thread or listener.
    func addPart() -> TrafficPart {
        let part = TrafficPart()
        parts.withLock { $0.append(part) }
        return part
    }

    /// The current counts.
    package var reading: Reading {
        var reading = Reading()
        for part in parts.withLock(\.self) { part.add(to: &reading) }
        return reading
    }
}

/// The counts of one thread of a read listener, or of all threads of another listener.
final class TrafficPart: Sendable {
    /// The number of answers for each status from `firstStatus` on.
    private let answers: CountTable
    private let bodyBytes = Atomic(0)
    private let opened = Atomic(0)
    private let closed = Atomic(0)

    private static let firstStatus = 100
    private static let statuses = 500

    init() { answers = CountTable(count: Self.statuses) }

    /// Counts an answer with a status and a body of some bytes, 0 if none is sent.
    func answered(_ status: Int, bytes: Int) {
        answers.increase(status - Self.firstStatus)
        bodyBytes.wrappingAdd(bytes, ordering: .relaxed)
    }

    func connectionOpened() { opened.add(1, ordering: .relaxed) }

    func connectionClosed() { closed.add(1, ordering: .relaxed) }

    func add(to reading: inout Traffic.Reading) {
        for status in 0..<Self.statuses where answers[status] > 0 {
            reading.answers[status + Self.firstStatus, default: 0] += answers[status]
        }
        reading.bodyBytes += bodyBytes.load(ordering: .relaxed)
        let closed = closed.load(ordering: .relaxed)
        let opened = opened.load(ordering: .relaxed)
        reading.openConnections += max(0, opened - closed)
        reading.connections += opened
    }
}

/// A fixed number of counters that any thread may increase.
final class CountTable: @unchecked Sendable {
    private let counts: UnsafeMutableBufferPointer<Atomic<Int>>

    init(count: Int) {
        counts = .allocate(capacity: count)
        for place in 0..<count { counts.initializeElement(at: place, to: Atomic(0)) }
    }

    deinit {
        counts.deinitialize()
        counts.deallocate()
    }

    /// Adds 1 to the counter at an index; does nothing if there is no such counter.
    func increase(_ place: Int) {
        guard counts.indices.contains(place) else { return }
        counts[place].wrappingAdd(1, ordering: .relaxed)
    }

    subscript(place: Int) -> Int { counts[place].load(ordering: .relaxed) }
}
