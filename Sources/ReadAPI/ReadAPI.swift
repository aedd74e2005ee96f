package import Logging
package import MicroHTTP
package import PostgreSQL

/// The API for mobile clients: serves editions by feature, platform and client version from memory.
///
/// A follower keeps the index (everything live, in memory) at the newest release. While the process runs, the served
/// release number decreases only if the database is replaced by that of another installation. The last release stays
/// served while the database does not answer.
package final class ReadAPI: Sendable {
    let shared: SharedState
    private let follower: Follower
    private let reporter: NodeReporter

    /// Creates a read API over a database; `start` loads and follows it.
    ///
    /// `snapshotDirectory`: The directory that stores the last good snapshot, for a start without the database; nil
    /// stores none. `isCompressingAhead`: True to compress changed editions before a client requests them.
    /// `hasThreadPerConnection`: True if every connection has a thread of its own, which may wait while another thread
    /// builds a manifest or bundle. `node`: The name under which the process reports to the database what it serves and
    /// how often; nil reports nothing.
    package init(
        pool: ConnectionPool, snapshotDirectory: String? = nil, logger: Logger = Logger(label: "galley.read"),
        isCompressingAhead: Bool = true, hasThreadPerConnection: Bool = false, node: String? = nil
    ) {
        shared = SharedState(
            isCompressingAhead: isCompressingAhead, limits: hasThreadPerConnection ? .ofConnections() : .ofLoops())
        reporter = NodeReporter(name: node, pool: pool, shared: shared, logger: logger)
        follower = Follower(
            pool: pool, shared: shared,
            disk: snapshotDirectory.map { SnapshotDirectory(path: $0, logger: logger) }, logger: logger)
    }

    /// Serves the snapshot on disk, if any, and follows the database on a thread of its own. Until a snapshot is
    /// loaded, features are answered with 503.
    package func start() {
        follower.start()
        reporter.start()
    }

    /// Stops following; the loaded release stays served.
    package func stop() {
        follower.stop()
        reporter.stop()
    }

    /// Reports the state and the counts of fetches to the database now.
    ///
    /// - Throws: The error of the database; the counts are then kept for the next report, up to a limit.
    package func report() throws { try reporter.report() }

    /// A function that creates the resolver of one thread over the shared index, for `ReadListener`.
    package var resolver: @Sendable () -> ReadListener.Resolver {
        // Without a reporter nothing is counted, because nothing would ever reset the counts.
        { [shared, isCounting = reporter.isReporting] in
            let handler = ReadHandler(shared, isCounting: isCounting)
            return { request in handler.answer(request) }
        }
    }

    /// Counts the answers and connections of the process's listener, for the metrics.
    package var traffic: Traffic { shared.traffic }

    /// The release being served, 0 if nothing has been released; nil before the first snapshot is loaded.
    package var release: Int? { shared.current.index?.release }
}
