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

    /// How long to wait for a notification before asking anyway.
    private static let interval = Duration.seconds(1)

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

    /// Ends the thread and waits for it, about a second at most.
    func stop() {
        isStopped.store(true, ordering: .relaxed)
        ended.wait()
    }

    /// The last good snapshot, so that a start does not depend on the database. A damaged one is left alone.
    private func load() {
        guard let disk, let snapshot = disk.snapshot() else { return }
        do {
            let index = try ReadIndex(snapshot, content: disk.content)
            shared.replace { $0.index = index }
            logger.info("serving the snapshot on disk", metadata: ["release": "\(index.release)"])
        } catch {
            logger.error("the snapshot on disk is not served", metadata: ["error": "\(error)"])
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
            return serve(try ReadIndex(try snapshots.snapshot(), content: content))
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
        serve(try ReadIndex(after: index, changes: changes, content: content))
    }

    /// The bytes of a hash, kept on disk from the first time they are needed.
    private func content(_ hash: String) throws -> [UInt8]? {
        if let bytes = disk?.content(hash) { return bytes }
        guard let bytes = try snapshots.content(hash) else { return nil }
        onDisk { try $0.store(bytes, hash: hash) }
        return bytes
    }

    private func serve(_ index: ReadIndex) {
        shared.replace { state in
            state.index = index
            state.isFollowing = true
        }
        logger.info("serving", metadata: ["release": "\(index.release)"])
        onDisk { try $0.store(index.snapshot) }
    }

    /// A disk that fails costs the next cold start, not this node's readers.
    private func onDisk(_ write: (SnapshotDirectory) throws -> Void) {
        guard let disk else { return }
        do {
            try write(disk)
        } catch {
            logger.error("the snapshot is not on disk", metadata: ["error": "\(error)"])
        }
    }
}
