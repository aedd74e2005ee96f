import Synchronization

/// The places of requests that take long, so that they never take all connections or all cores.
final class WaitingRoom: Sendable {
    private let taken = Atomic(0)
    private let limit: Int

    /// The maximum number of clients that wait at the same time, streams included.
    static let usualLimit = 1_000

    init(limit: Int = usualLimit) { self.limit = limit }

    /// Takes a place, which is free again when it is released.
    ///
    /// - Throws: `Problem` if there is none.
    func place() throws(Problem) -> Place {
        guard taken.add(1, ordering: .relaxed).newValue <= limit else {
            taken.subtract(1, ordering: .relaxed)
            throw Problem(
                kind: .overloaded, detail: "\(limit) such requests are open already; ask again soon.")
        }
        return Place(self)
    }

    /// A place of one client.
    final class Place: Sendable {
        private let room: WaitingRoom

        fileprivate init(_ room: WaitingRoom) { self.room = room }

        deinit { room.taken.subtract(1, ordering: .relaxed) }
    }
}
