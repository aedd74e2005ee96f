package import Logging
package import MicroHTTP
package import PostgreSQL

/// What mobile clients fetch: editions by feature, platform and client version, from memory.
///
/// A follower keeps the index at the newest release; a release number never goes back, and what was served last is
/// served on while the database is away.
package final class ReadAPI: Sendable {
    private let shared = SharedState()
    private let follower: Follower

    /// A read API over a database; `start` loads and follows it.
    ///
    /// `snapshotDirectory` is where the last good snapshot is kept for a start without the database; nil for nowhere.
    package init(
        pool: ConnectionPool, snapshotDirectory: String? = nil, logger: Logger = Logger(label: "galley.read")
    ) {
        follower = Follower(
            pool: pool, shared: shared,
            disk: snapshotDirectory.map { SnapshotDirectory(path: $0, logger: logger) }, logger: logger)
    }

    /// Serves the snapshot on disk if there is one, and follows the database on a thread of its own. Until a snapshot
    /// is held, features answer 503.
    package func start() {
        follower.start()
    }

    /// Stops following; what was loaded is served on.
    package func stop() {
        follower.stop()
    }

    /// For `ReadListener`: makes each thread its own resolver over the shared index.
    package var resolver: @Sendable () -> ReadListener.Resolver {
        { [shared] in
            let handler = ReadHandler(shared)
            return { request in handler.answer(request) }
        }
    }

    /// The release that is served; nil before the first snapshot.
    package var release: Int? { shared.current.index?.release }
}
