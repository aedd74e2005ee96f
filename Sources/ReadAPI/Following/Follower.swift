import Foundation
import Logging
import PostgreSQL
import Publishing
import Synchronization

/// Keeps the shared state at the newest release: told by notifications, sure by asking every second.
///
/// It asks on the connection on which it listens, so that a connection that went silent is noticed within two seconds.
final class Follower: Sendable {
    private let pool: ConnectionPool
    private let schemaReleases: SchemaReleaseStore
    private let releases: ReleaseStore
    private let shared: SharedState
    private let disk: SnapshotDirectory?
    private let logger: Logger
    private let isStopped = Atomic(false)
    private let ended = DispatchSemaphore(value: 0)

    /// When the disk last failed.
    private let lastFault = Mutex<ContinuousClock.Instant?>(nil)
    /// When each message was last logged.
    private let logged = Mutex<[String: ContinuousClock.Instant]>([:])

    /// How long to wait for a notification before asking anyway.
    private static let interval = Duration.seconds(1)
    /// The time in which a connection must be made.
    private static let connectPatience = Duration.seconds(2)
    /// The time for which a start waits for the database to name its installation before it serves the disk’s snapshot.
    private static let startPatience = Duration.milliseconds(400)
    /// The pause after a failure before the disk is tried again.
    private static let diskPatience = Duration.seconds(3)
    /// The pause after a failure before everything that is served is written again.
    private static let rewritePatience = Duration.seconds(60)
    /// The same message is not logged again within it.
    private static let logPause = Duration.seconds(60)

    /// The node is to stop; what it was loading is of no use any more.
    private struct Stopped: Error {}

    /// The server was left behind when another took over: it may lack releases that were served.
    private struct Superseded: Error {}

    init(pool: ConnectionPool, shared: SharedState, disk: SnapshotDirectory?, logger: Logger) {
        self.pool = pool
        self.shared = shared
        self.disk = disk
        self.logger = logger
        schemaReleases = SchemaReleaseStore(pool: pool)
        releases = ReleaseStore(pool: pool, schemaReleases: schemaReleases)
        if disk != nil { shared.replace { $0.storage = .ok } }
    }

    /// Serves what the disk has, then follows on a thread of its own until `stop`.
    func start() {
        load()
        let thread = Thread { [self] in
            var isFirst = true
            while !isStopped.load(ordering: .relaxed) {
                // One that broke is made again at once, and then a little apart, so that many nodes do not come back in
                // one moment.
                if !isFirst { Thread.sleep(forTimeInterval: .random(in: 0.2...0.5)) }
                isFirst = follow()
            }
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

    /// The last good snapshot, so that a start does not depend on the database. One that is damaged, or of an installation
    /// that the database is not, is set aside.
    private func load() {
        guard let disk, let file = disk.load() else { return }
        do {
            let index = try ReadIndex(loading: file.snapshot) { try file.content($0) }
            guard isOurs(index.point) else { throw SnapshotFile.Fault.otherInstallation }
            shared.replace { $0.index = index }
            logger.info("serving the snapshot on disk", metadata: ["release": "\(index.release)"])
        } catch {
            disk.setAside(because: error)
        }
    }

    /// False when the database says that it is another installation's; a database that is away says nothing.
    private func isOurs(_ point: HistoryPoint) -> Bool {
        do {
            let connection = try Connection(pool.info, deadline: Self.startPatience)
            defer { connection.close() }
            return try SnapshotStore(connection).head(asking: point).relation(to: point) != .otherInstallation
        } catch {
            return true
        }
    }

    /// One connection's life: listen, then catch up with every notification and every second. True when it served.
    private func follow() -> Bool {
        var isFollowing = false
        do {
            let connection = try Connection(pool.info, deadline: Self.connectPatience)
            defer { connection.close() }
            let isListening = listen(on: connection)
            // What was released between the last look and LISTEN is found by this one.
            try catchUp(on: connection)
            isFollowing = true
            while !isStopped.load(ordering: .relaxed) {
                if isListening {
                    _ = try connection.notifications(waiting: Self.interval)
                } else {
                    Thread.sleep(forTimeInterval: 1)
                }
                try catchUp(on: connection)
            }
        } catch is Stopped {
        } catch {
            shared.freshness.lose()
            // The other connections fell silent for the same reason.
            pool.closeIdle()
            warn("database away: serving the last snapshot", ["error": "\(error)"])
        }
        return isFollowing
    }

    /// False on a standby, which cannot listen; asking every second is enough then.
    private func listen(on connection: Connection) -> Bool {
        do {
            try connection.listen(SnapshotStore.channel)
            return true
        } catch {
            warn("cannot listen for releases: asking every second", ["error": "\(error)"])
            return false
        }
    }

    /// Loads what was released since the index, or everything where it has another history or there is none.
    private func catchUp(on connection: Connection) throws {
        let store = SnapshotStore(connection)
        let index = shared.current.index
        let held = index?.point ?? disk?.served
        let head = try store.head(asking: held)
        shared.freshness.answer()
        guard let held else { return try loadWhole(from: store) }
        switch head.relation(to: held) {
        case .same:
            guard let index else { return try loadWhole(from: store) }
            try advance(index, to: head, from: store)
        case .behind:
            warn("the database is a standby behind this node", about: head, held)
        case .superseded:
            throw Superseded()
        case .otherInstallation:
            try join(head, held, from: store)
        case .restored:
            try converge(head, held, from: store)
        }
    }

    /// Follows the same history.
    private func advance(_ index: ReadIndex, to head: DatabaseHead, from store: SnapshotStore) throws {
        guard head.point.release > index.release || Set(head.platforms.map(\.name)) != index.platforms else {
            shared.freshness.confirm()
            return maintain(from: store)
        }
        // Trying again in vain would ask the database for the same bytes every second.
        guard disk?.durable == nil || isDiskDue(after: Self.diskPatience),
            let changes = try store.changes(after: index.point, upTo: head.point.release)
        else { return }
        let contents = contents(of: changes, from: store)
        var used: [(hash: String, bytes: [UInt8])] = []
        let next = try ReadIndex(after: index, changes: changes) { hash in
            let bytes = try contents.content(hash)
            if let bytes { used.append((hash, bytes)) }
            return bytes
        }
        // Changes are on the disk before they are served: a node that starts again never goes back.
        if let disk, disk.durable != nil {
            do { try disk.append(changes, contents: used) } catch {
                return failed(error, keeping: index, before: next)
            }
        }
        serve(next)
        maintain(from: store)
    }

    /// Takes another installation's place, unless it has nothing to serve: then the address of the database is wrong, or
    /// it was emptied by mistake.
    private func join(_ head: DatabaseHead, _ held: HistoryPoint, from store: SnapshotStore) throws {
        guard head.point.release > 0 || shared.current.index == nil else {
            return warn("the database is another installation's, and has no releases", about: head, held)
        }
        disk?.setAside(because: SnapshotFile.Fault.otherInstallation)
        warn("the database is another installation's", about: head, held)
        try loadWhole(from: store)
    }

    /// Takes the state of a database that has lost the release that this node serves, under a number above it.
    private func converge(_ head: DatabaseHead, _ held: HistoryPoint, from store: SnapshotStore) throws {
        if try store.newestRestoration() <= held.release {
            guard !head.isStandby else {
                return warn("the database was restored; waiting for its primary", about: head, held)
            }
            do {
                let number = try releases.restore(above: held.release, by: .readNode)
                logger.warning(
                    "the database was restored, and its state is released again",
                    metadata: ["served before": "\(held.release)", "release": "\(number)"])
            } catch let error as PostgreSQLError where error.kind == .server {
                return warn(
                    "the database was restored: run  galley release restore --above \(held.release)",
                    ["error": "\(error)"])
            }
        }
        try loadWhole(from: store)
    }

    /// Everything, from the database onto the disk as it comes.
    private func loadWhole(from store: SnapshotStore) throws {
        // Before the first schemas there is nothing that could be released.
        guard isDiskDue(after: Self.diskPatience), try schemaReleases.current() != nil else { return }
        let snapshot = try store.snapshot()
        let contents = contents(of: snapshot, from: store)
        var index: ReadIndex?
        let keepAll = { (keep: (String, [UInt8]) throws -> Void) throws in
            var fault: (any Error)?
            index = try ReadIndex(snapshot) { hash in
                guard let bytes = try contents.content(hash) else { return nil }
                // Where there is nothing older on a disk that fails, it must not keep the node from serving.
                if fault == nil { do { try keep(hash, bytes) } catch { fault = error } }
                return bytes
            }
            if let fault { throw fault }
        }
        do {
            if let disk { try disk.replace(with: snapshot, fill: keepAll) } else { try keepAll { _, _ in } }
        } catch {
            let whole = try index ?? ReadIndex(snapshot, content: contents.content)
            return failed(error, keeping: shared.current.index, before: whole)
        }
        if let index { serve(index) }
    }

    private func contents(of snapshot: Snapshot, from store: SnapshotStore) -> ContentBatches {
        ContentBatches(of: snapshot) { [self] hashes in
            if isStopped.load(ordering: .relaxed) { throw Stopped() }
            defer { shared.freshness.answer() }
            return try store.contents(hashes)
        }
    }

    private func serve(_ index: ReadIndex) {
        shared.replace { state in
            state.index = index
            if disk?.durable == index.point { state.storage = .ok }
        }
        shared.freshness.confirm()
        logger.info("serving", metadata: ["release": "\(index.release)"])
    }

    /// Writes the file on disk anew when most of it is old, or when there is none because an earlier try failed.
    private func maintain(from store: SnapshotStore) {
        guard let disk, let index = shared.current.index else { return }
        do {
            guard disk.durable == nil else { return try disk.compactIfWorthwhile { index.snapshot } }
            guard isDiskDue(after: Self.rewritePatience) else { return }
            let snapshot = index.snapshot
            let contents = contents(of: snapshot, from: store)
            try disk.replace(with: snapshot) { keep in
                for hash in snapshot.hashes {
                    guard let bytes = try contents.content(hash) else { throw SnapshotError.missingContent(hash) }
                    try keep(hash, bytes)
                }
            }
            shared.replace { $0.storage = .ok }
        } catch {
            failed(error)
        }
    }

    /// Serves `next` only where a start could not serve anything older: else phones would see it go back.
    private func failed(_ error: any Error, keeping index: ReadIndex?, before next: ReadIndex) {
        failed(error)
        guard disk?.durable == nil else { return }
        serve(next)
    }

    private func failed(_ error: any Error) {
        // The database's failures are found by the next question.
        guard !(error is Stopped), !(error is PostgreSQLError) else { return }
        lastFault.withLock { $0 = .now }
        shared.replace { $0.storage = .failing }
        warn("the snapshot cannot be written: newer releases are served once it is", ["error": "\(error)"])
    }

    /// True if the disk did not fail a moment ago.
    private func isDiskDue(after pause: Duration) -> Bool {
        lastFault.withLock { $0.map { $0.duration(to: .now) > pause } ?? true }
    }

    private func warn(_ message: String, about head: DatabaseHead, _ held: HistoryPoint) {
        warn(
            message,
            [
                "database": "\(head.point.release)", "node": "\(held.release)",
                "database installation": "\(head.point.installation)", "node installation": "\(held.installation)",
            ])
    }

    /// Logs a warning, once a minute at most.
    private func warn(_ message: String, _ metadata: Logger.Metadata) {
        let isDue = logged.withLock { logged in
            guard logged[message].map({ $0.duration(to: .now) > Self.logPause }) ?? true else { return false }
            logged[message] = .now
            return true
        }
        if isDue { logger.warning("\(message)", metadata: metadata) }
    }
}
