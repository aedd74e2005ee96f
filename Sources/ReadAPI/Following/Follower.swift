import Foundation
import Logging
import PostgreSQL
import Publishing
import Synchronization

/// Keeps the shared state at the newest release: told by notifications, sure by asking every second.
final class Follower: Sendable {
    private let pool: ConnectionPool
    private let snapshots: SnapshotStore
    private let schemaReleases: SchemaReleaseStore
    private let shared: SharedState
    private let disk: SnapshotDirectory?
    private let logger: Logger
    private let isStopped = Atomic(false)
    private let ended = DispatchSemaphore(value: 0)

    /// When a snapshot that could not be written was last tried as a whole.
    private let lastRewrite = Mutex<ContinuousClock.Instant?>(nil)

    /// How long to wait for a notification before asking anyway.
    private static let interval = Duration.seconds(1)
    /// How long after a failure the disk is tried again.
    private static let diskPatience = Duration.seconds(60)

    /// The node is to stop; what it was loading is of no use any more.
    private struct Stopped: Error {}

    init(pool: ConnectionPool, shared: SharedState, disk: SnapshotDirectory?, logger: Logger) {
        self.pool = pool
        self.shared = shared
        self.disk = disk
        self.logger = logger
        snapshots = SnapshotStore(pool: pool)
        schemaReleases = SchemaReleaseStore(pool: pool)
    }

    /// Serves what the disk has, then follows on a thread of its own until `stop`.
    func start() {
        load()
        let thread = Thread { [self] in
            while !isStopped.load(ordering: .relaxed) { follow() }
            ended.signal()
        }
        thread.name = "follower"
        thread.start()
    }

    /// Ends the thread and waits for it, a second and a half at most: what still waits for the database then is let go.
    func stop() {
        isStopped.store(true, ordering: .relaxed)
        _ = ended.wait(timeout: .now() + .milliseconds(1500))
    }

    /// The last good snapshot, so that a start does not depend on the database. A damaged one is set aside.
    private func load() {
        guard let disk, let file = disk.load() else { return }
        do {
            let index = try ReadIndex(loading: file.snapshot) { try file.content($0) }
            shared.replace { $0.index = index }
            logger.info("serving the snapshot on disk", metadata: ["release": "\(index.release)"])
        } catch {
            disk.setAside(because: error)
        }
    }

    /// One connection's life: listen, then catch up with every notification and every second.
    private func follow() {
        do {
            let connection = try Connection(pool.info)
            defer { connection.close() }
            let isListening = listen(on: connection)
            // What was released between the last look and LISTEN is found by this one.
            try catchUp()
            while !isStopped.load(ordering: .relaxed) {
                if isListening {
                    _ = try connection.notifications(waiting: Self.interval)
                } else {
                    Thread.sleep(forTimeInterval: 1)
                }
                try catchUp()
            }
        } catch is Stopped {
        } catch {
            let wasFollowing = shared.current.isFollowing
            if wasFollowing {
                shared.replace { $0.isFollowing = false }
                logger.warning("database away: serving the last snapshot", metadata: ["error": "\(error)"])
            }
            // A little apart, so that many nodes do not come back in one moment.
            Thread.sleep(forTimeInterval: .random(in: 0.2...0.5))
        }
    }

    /// False on a standby, which cannot listen; asking every second is enough then.
    private func listen(on connection: Connection) -> Bool {
        do {
            try connection.listen(SnapshotStore.channel)
            return true
        } catch {
            logger.notice("cannot listen for releases: asking every second", metadata: ["error": "\(error)"])
            return false
        }
    }

    /// Loads what was released since the index, or everything the first time.
    func catchUp() throws {
        let state = shared.current
        guard let index = state.index else {
            guard try schemaReleases.current() != nil else { return }
            return serve(try whole())
        }
        let changes = try snapshots.changes(after: index.release)
        let isNew = changes.release > index.release || Set(changes.platforms.map(\.name)) != index.platforms
        if changes.release < index.release {
            // A restored or lagging database: never go back.
            logger.warning(
                "the database is behind this node",
                metadata: ["database": "\(changes.release)", "node": "\(index.release)"])
            return
        }
        guard isNew || !state.isFollowing else { return }
        guard isNew else { return shared.replace { $0.isFollowing = true } }
        serve(try changed(index, changes))
        maintain()
    }

    /// Everything, from the database onto the disk as it comes.
    private func whole() throws -> ReadIndex {
        let snapshot = try snapshots.snapshot()
        let contents = contents(of: snapshot)
        var index: ReadIndex?
        let store = { (keep: (String, [UInt8]) throws -> Void) throws in
            var fault: (any Error)?
            index = try ReadIndex(snapshot) { hash in
                guard let bytes = try contents.content(hash) else { return nil }
                // A disk that fails must not keep the node from serving.
                if fault == nil { do { try keep(hash, bytes) } catch { fault = error } }
                return bytes
            }
            if let fault { throw fault }
        }
        do {
            if let disk { try disk.replace(with: snapshot, fill: store) } else { try store { _, _ in } }
        } catch {
            guard index != nil else { return try ReadIndex(snapshot, content: contents.content) }
            failed(error)
        }
        guard let index else { throw Stopped() }
        return index
    }

    /// The index after changes, which are on the disk before they are served: a node that starts again never goes back.
    private func changed(_ index: ReadIndex, _ changes: Snapshot) throws -> ReadIndex {
        let contents = contents(of: changes)
        var used: [(hash: String, bytes: [UInt8])] = []
        let next = try ReadIndex(after: index, changes: changes) { hash in
            let bytes = try contents.content(hash)
            if let bytes { used.append((hash, bytes)) }
            return bytes
        }
        if let disk, disk.isWhole {
            do { try disk.append(changes, contents: used) } catch { failed(error) }
        }
        return next
    }

    private func contents(of snapshot: Snapshot) -> ContentBatches {
        ContentBatches(of: snapshot) { [self] hashes in
            if isStopped.load(ordering: .relaxed) { throw Stopped() }
            return try snapshots.contents(hashes)
        }
    }

    private func serve(_ index: ReadIndex) {
        shared.replace { state in
            state.index = index
            state.isFollowing = true
        }
        logger.info("serving", metadata: ["release": "\(index.release)"])
    }

    /// Writes the file on disk anew when most of it is old, or when an earlier try failed a while ago.
    private func maintain() {
        guard let disk, let index = shared.current.index else { return }
        do {
            guard !disk.isWhole else { return try disk.compactIfWorthwhile { index.snapshot } }
            let now = ContinuousClock.now
            let isDue = lastRewrite.withLock { last in
                guard last.map({ $0.duration(to: now) > Self.diskPatience }) ?? true else { return false }
                last = now
                return true
            }
            guard isDue else { return }
            let snapshot = index.snapshot
            let contents = contents(of: snapshot)
            try disk.replace(with: snapshot) { keep in
                for hash in snapshot.hashes {
                    guard let bytes = try contents.content(hash) else { throw SnapshotError.missingContent(hash) }
                    try keep(hash, bytes)
                }
            }
        } catch {
            failed(error)
        }
    }

    /// A disk that fails costs the next start without a database, not this node's readers.
    private func failed(_ error: any Error) {
        guard !(error is Stopped) else { return }
        logger.error("the snapshot is not on disk", metadata: ["error": "\(error)"])
    }
}
