import Foundation
import Logging
import PostgreSQL
import Publishing
import SchemaRepository
import Synchronization

/// Reports to the database what the node serves and how often, on a thread of its own, so that no request and no
/// release waits for a report.
final class NodeReporter: Sendable {
    /// The time between two reports in seconds; a new release is reported after about a second.
    private static let interval = 5
    /// The maximum number of counts kept while the database does not answer; further ones are lost.
    private static let limit = 100_000
    /// The maximum number of different versions, of all platforms together, that are counted in a day; requests of
    /// further versions are counted without their version, because anybody can invent versions.
    private static let versionLimit = 2_000
    /// The time between two deletions of old counts in seconds.
    private static let pruning = 3_600.0
    /// The seconds after which a report computes the digest from all features again. Other reports use only the
    /// features that changed, if these are known.
    private static let wholeInterval = 300.0

    private struct State {
        var served = ServedDigest()
        /// The time of the last computation from all features.
        var wholeAt = Date.distantPast
        /// The numbers of fetches that are not reported yet.
        var pending: [VersionSamples.Key: Int] = [:]
        /// The pairs of a platform and a version that were counted on `day`.
        var versions: Set<String> = []
        /// The day, as the number of days since 1970.
        var day = 0
        var prunedAt = Date.distantPast
    }

    /// The node's name; nil for a node that does not report what it serves.
    private let name: String?
    private let nodes: NodeStore
    private let statistics: ReadStatisticStore
    private let shared: SharedState
    private let repeats = RepeatedWarnings()
    private let logger: Logger
    private let state = Mutex(State())
    private let isStopped = Atomic(false)
    private let wake = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)

    init(name: String?, pool: ConnectionPool, shared: SharedState, logger: Logger) {
        self.name = name
        nodes = NodeStore(pool: pool)
        statistics = ReadStatisticStore(pool: pool)
        self.shared = shared
        self.logger = logger
    }

    /// True if the process reports what it serves.
    var isReporting: Bool { name != nil }

    /// Reports on a thread of its own until `stop`.
    func start() {
        guard name != nil else { return }
        let thread = Thread { [self] in
            var (seconds, reported) = (Self.interval, -1)
            while !isStopped.load(ordering: .relaxed) {
                let release = shared.current.index?.release ?? -1
                if seconds >= Self.interval || release != reported {
                    (seconds, reported) = (0, release)
                    attempt()
                }
                _ = wake.wait(timeout: .now() + .seconds(1))
                seconds += 1
            }
            attempt()
            ended.signal()
        }
        thread.name = "reporter"
        thread.start()
    }

    /// Reports for the last time and stops the thread; waits at most 1.5 seconds.
    func stop() {
        guard name != nil else { return }
        isStopped.store(true, ordering: .relaxed)
        wake.signal()
        _ = ended.wait(timeout: .now() + .milliseconds(1500))
    }

    private func attempt() {
        do { try report() } catch {
            // The follower has already logged that the database does not answer.
            if (error as? PostgreSQLError)?.isAway == true { return }
            if repeats.isDue("report") {
                logger.warning("cannot report what this node serves", metadata: ["error": "\(error)"])
            }
        }
    }

    /// Reports the state and the counts. If that fails, the counts are kept for the next report, unless the database
    /// refuses them.
    func report() throws {
        let collected = shared.counts.collect()
        try state.withLock { state in
            Self.add(collected, to: &state)
            if let name, let (index, changed) = shared.takeChanges() {
                if let changed, Date.now.timeIntervalSince(state.wholeAt) < Self.wholeInterval {
                    state.served.update(with: changed)
                } else {
                    state.served.update(with: index)
                    state.wholeAt = .now
                }
                try nodes.report(name, serving: index.release, digest: state.served.sum)
            }
            let counts = state.pending.map { key, fetches in
                ReadCount(
                    feature: key.feature, platform: key.platform, version: key.version, revision: key.revision,
                    fetches: fetches)
            }
            do { try statistics.add(counts) } catch let error as PostgreSQLError where error.isRefusedData {
                // If they were kept, they would be refused again at every report, and all later counts with them.
                logger.warning(
                    "counts of fetches are lost, because the database refused them",
                    metadata: ["fetches": "\(counts.map(\.fetches).reduce(0, +))", "error": "\(error)"])
            }
            state.pending = [:]
            guard Date.now.timeIntervalSince(state.prunedAt) > Self.pruning else { return }
            state.prunedAt = .now
            try statistics.prune()
        }
    }

    private static func add(_ counts: [ReadCount], to state: inout State) {
        let day = Int(Date.now.timeIntervalSince1970 / 86_400)
        if day != state.day { (state.day, state.versions) = (day, []) }
        for count in counts {
            var version = count.version
            if let known = version {
                let mark = "\(count.platform) \(known)"
                if state.versions.count < Self.versionLimit {
                    state.versions.insert(mark)
                } else if !state.versions.contains(mark) {
                    version = nil
                }
            }
            let key = VersionSamples.Key(
                feature: count.feature, platform: count.platform, version: version, revision: count.revision)
            if state.pending.count < Self.limit || state.pending[key] != nil {
                state.pending[key, default: 0] += count.fetches
            }
        }
    }
}
