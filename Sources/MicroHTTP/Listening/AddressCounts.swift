import Synchronization

/// The numbers of open connections by address or network (`IPAddress.subscriber`), shared by all threads of a listener.
final class AddressCounts: Sendable {
    private let counts = Mutex<[IPAddress: Int]>([:])

    /// Returns the number of open connections of an address or network.
    func count(of subscriber: IPAddress) -> Int { counts.withLock { $0[subscriber, default: 0] } }

    /// Counts a new connection.
    func add(_ subscriber: IPAddress) { counts.withLock { $0[subscriber, default: 0] += 1 } }

    /// Removes an ended connection from the count.
    func remove(_ subscriber: IPAddress) {
        counts.withLock { counts in
            guard let count = counts[subscriber] else { return }
            counts[subscriber] = count > 1 ? count - 1 : nil
        }
    }
}
