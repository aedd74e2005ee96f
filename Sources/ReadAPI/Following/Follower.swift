import Foundation
import Logging
import PostgreSQL
import Publishing
import Synchronization

/// Keeps the shared state at the newest release. It learns of a release by a notification or, if the notification was
/// lost, by the query that it makes every second.
///
/// The queries use the connection that listens, so that an unresponsive connection is noticed within a few seconds.
final class Follower: Sendable {
    private let pool: ConnectionPool
    private let schemaReleases: SchemaReleaseStore
    private let releases: ReleaseStore
    private let shared: SharedState
    private let disk: SnapshotDirectory?
    private let logger: Logger
    private let isStopped = Atomic(false)
    private let ended = DispatchSemaphore(value: 0)

    /// The time of the last failure of the disk.
    private let lastFault = Mutex<ContinuousClock.Instant?>(nil)
    private let repeats = RepeatedWarnings()

    /// The time to wait for a notification before querying anyway.
    private static let interval = Duration.seconds(1)
    /// The time limits for establishing a connection, used in turn: with the short ones a node serves the newest
    /// release within two seconds after the network has healed; the long one suffices for a slow network.
    private static let connectPatience: [Duration] = [.seconds(1), .seconds(1), .seconds(1), .seconds(2)]
    /// The time that a start waits for the database to identify its installation before it serves the snapshot on disk.
    private static let startPatience = Duration.milliseconds(400)
    /// The pause after a failure before the disk is tried again.
    private static let diskPatience = Duration.seconds(3)
    /// The pause after a failure before the whole snapshot is written again.
    private static let rewritePatience = Duration.seconds(60)

    /// The node is stopping, so the snapshot being loaded is not needed any more.
    private struct Stopped: Error {}

    /// The server is a former primary that another server replaced; it may lack releases that were served.
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

    /// Serves the snapshot on disk, then follows the database on a thread of its own until `stop`.
    func start() {
        shared.compressor.start()
        load()
        let thread = Thread { [self] in
            // The first attempt has the longest time limit.
            var attempt = Self.connectPatience.count - 1
            var isFirst = true
            while !isStopped.load(ordering: .relaxed) {
                // The first retry after a lost connection is immediate; later ones are spread out, so that many nodes
                // do not reconnect at the same moment.
                if !isFirst { Thread.sleep(forTimeInterval: .random(in: 0.2...0.5)) }
                isFirst = follow(within: Self.connectPatience[attempt % Self.connectPatience.count])
                attempt = isFirst ? 0 : attempt + 1
            }
            ended.signal()
        }
        thread.name = "follower"
        thread.start()
    }

    /// Stops the thread and waits at most 1.5 seconds for it; a pending database call is abandoned then.
    func stop() {
        isStopped.store(true, ordering: .relaxed)
        shared.compressor.stop()
        _ = ended.wait(timeout: .now() + .milliseconds(1500))
    }

    /// Loads the last good snapshot, so that a start does not depend on the database. Sets it aside if it is damaged or
    /// belongs to another installation than the database.
    private func load() {
        guard let disk, let file = disk.load() else { return }
        do {
            let index = try ReadIndex(loading: file.snapshot) { try file.content($0) }
            guard mayBeOfDatabase(index.point) else { throw SnapshotFile.Fault.otherInstallation }
            shared.replace { state in
                state.index = index
                state.storage = .ok
            }
            shared.compressor.add(index.changed)
            logger.info("serving the snapshot on disk", metadata: ["release": "\(index.release)"])
        } catch {
            disk.setAside(because: error)
        }
    }

    /// Tries again to load a snapshot that could not be read. Nothing is served until it can be read: if newer releases
    /// were served meanwhile, a restart that can read the snapshot would serve an older release again.
    private func loadUnread() {
        guard shared.current.index == nil, let disk, disk.readFault != nil, isDiskDue(after: Self.diskPatience) else {
            return
        }
        load()
        guard let fault = disk.readFault else { return }
        noteFailure()
        warn("the snapshot on disk cannot be read: nothing is served until it can be", ["error": "\(fault)"])
    }

    /// Returns false if the database belongs to another installation than a snapshot; true also if the database does
    /// not answer.
    private func mayBeOfDatabase(_ point: HistoryPoint) -> Bool {
        do {
            let connection = try Connection(pool.info, deadline: Self.startPatience)
            defer { connection.close() }
            return try SnapshotStore(connection).head(asking: point).relation(to: point) != .otherInstallation
        } catch {
            return true
        }
    }

    /// Follows the database on one connection: listens, and catches up on every notification and every second. Returns
    /// true if it caught up at least once. `patience` is the time in which the connection must be established.
    private func follow(within patience: Duration) -> Bool {
        var isFollowing = false
        loadUnread()
        do {
            let connection = try Connection(pool.info, deadline: patience)
            defer { connection.close() }
            let isListening = listen(on: connection)
            // Finds a release published between the last query and LISTEN.
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
            shared.freshness.recordNoAnswer()
            // The pool's other connections probably fail for the same reason.
            pool.closeIdle()
            warn("the database cannot be followed: serving the last snapshot, if any", ["error": "\(error)"])
        }
        return isFollowing
    }

    /// Returns false if LISTEN fails, as it does on a standby; then only the query every second finds new releases.
    private func listen(on connection: Connection) -> Bool {
        do {
            try connection.listen(SnapshotStore.channel)
            return true
        } catch {
            warn("cannot listen for releases: asking every second", ["error": "\(error)"])
            return false
        }
    }

    /// Loads the changes since the index; loads everything if there is no index, if the signature keys have changed, or
    /// if the database was restored or belongs to another installation.
    private func catchUp(on connection: Connection) throws {
        // A snapshot that somebody removed or changed is written again at once, without the pause after a failure.
        if disk?.noticeLoss() ?? false { lastFault.withLock { $0 = nil } }
        loadUnread()
        let store = SnapshotStore(connection)
        let index = shared.current.index
        let held = index?.point ?? disk?.served
        var head = try store.head(asking: held)
        shared.freshness.recordAnswer()
        shared.freshness.recordNewest(head.point.release)
        if head.keys.isEmpty, !head.isStandby {
            try SignatureKeyStore.ensure(on: connection)
            head = try store.head(asking: held)
        }
        guard let held else { return try loadWhole(from: store) }
        switch head.relation(to: held) {
        case .same:
            // Everything is signed anew when the keys have changed.
            guard let index, index.hasKeys(of: head) else { return try loadWhole(from: store, replacing: index) }
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

    /// Loads the changes since the index from a database with the same history.
    private func advance(_ index: ReadIndex, to head: DatabaseHead, from store: SnapshotStore) throws {
        guard head.point.release > index.release || Set(head.platforms.map(\.name)) != index.platforms else {
            shared.freshness.recordConfirmation()
            return maintain(from: store)
        }
        // While the disk fails, this avoids loading the same bytes every second.
        guard !mayHaveSnapshot || isDiskDue(after: Self.diskPatience),
            let changes = try store.changes(after: index.point, upTo: head.point.release)
        else { return }
        let contents = contents(of: changes, from: store)
        var used: [(hash: String, bytes: [UInt8])] = []
        let next = try ReadIndex(after: index, changes: changes) { hash in
            let bytes = try contents.content(hash)
            if let bytes { used.append((hash, bytes)) }
            return bytes
        }
        // Changes are stored on disk before they are served, so that a restarted node never goes back.
        if let disk, disk.mayHaveSnapshot {
            do {
                // Somebody may have changed the file while the database answered.
                if disk.noticeLoss() || disk.needsWhole {
                    try write(next.snapshot, to: disk, from: store)
                } else {
                    try disk.append(changes, contents: used)
                }
            } catch {
                return failed(error, before: next)
            }
        }
        serve(next)
        maintain(from: store)
    }

    /// Switches to another installation. If that has no releases, a node that serves a snapshot keeps the snapshot: the
    /// database's address is probably wrong, or the database was emptied by mistake.
    private func join(_ head: DatabaseHead, _ held: HistoryPoint, from store: SnapshotStore) throws {
        guard head.point.release > 0 || shared.current.index == nil else {
            return warn("the database belongs to another installation and has no releases", about: head, held)
        }
        disk?.setAside(because: SnapshotFile.Fault.otherInstallation)
        warn("the database belongs to another installation", about: head, held)
        try loadWhole(from: store)
    }

    /// Publishes the state of a restored database under a number above the release that this node serves, because the
    /// database has lost that release.
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
        try loadWhole(from: store, replacing: shared.current.index)
    }

    /// Loads everything from the database and writes it to disk at the same time. `replaced` is the index of the same
    /// installation whose contents stay for clients with an earlier manifest.
    private func loadWhole(from store: SnapshotStore, replacing replaced: ReadIndex? = nil) throws {
        // Nothing can be released before the first schemas are imported.
        guard isDiskDue(after: Self.diskPatience), try schemaReleases.current() != nil else { return }
        let snapshot = try store.snapshot()
        let contents = contents(of: snapshot, from: store)
        var index: ReadIndex?
        let keepAll = { (keep: (String, [UInt8]) throws -> Void) throws in
            var fault: (any Error)?
            index = try ReadIndex(snapshot, replacing: replaced) { hash in
                guard let bytes = try contents.content(hash) else { return nil }
                // A failing disk must not keep the node from serving if the disk has no older snapshot.
                if fault == nil { do { try keep(hash, bytes) } catch { fault = error } }
                return bytes
            }
            if let fault { throw fault }
        }
        do {
            if let disk { try disk.replace(with: snapshot, fill: keepAll) } else { try keepAll { _, _ in } }
        } catch {
            let whole = try index ?? ReadIndex(snapshot, replacing: replaced, content: contents.content)
            return failed(error, before: whole)
        }
        if let index { serve(index) }
    }

    private func contents(of snapshot: Snapshot, from store: SnapshotStore) -> ContentBatches {
        ContentBatches(of: snapshot) { [self] hashes in
            if isStopped.load(ordering: .relaxed) { throw Stopped() }
            defer { shared.freshness.recordAnswer() }
            let contents = try store.contents(hashes)
            // A node serves nothing that it has not verified itself.
            for (hash, bytes) in contents { _ = try bytes.verified(hash) }
            return contents
        }
    }

    private func serve(_ index: ReadIndex) {
        shared.replace { state in
            state.index = index
            if disk?.durable == index.point { state.storage = .ok }
        }
        shared.freshness.recordConfirmation()
        shared.compressor.add(index.changed)
        logger.info("serving", metadata: ["release": "\(index.release)"])
    }

    /// Rewrites the file on disk if most of it is outdated, if an earlier attempt to write it failed, or if somebody
    /// removed or changed it.
    private func maintain(from store: SnapshotStore) {
        guard let disk, let index = shared.current.index else { return }
        do {
            guard disk.needsWhole else { return try disk.compactIfWorthwhile { index.snapshot } }
            guard isDiskDue(after: Self.rewritePatience) else { return }
            try write(index.snapshot, to: disk, from: store)
            shared.replace { $0.storage = .ok }
        } catch {
            failed(error)
        }
    }

    /// Writes a whole snapshot to disk, with the contents from the database.
    private func write(_ snapshot: Snapshot, to disk: SnapshotDirectory, from store: SnapshotStore) throws {
        let contents = contents(of: snapshot, from: store)
        try disk.replace(with: snapshot) { keep in
            for hash in snapshot.hashes {
                guard let bytes = try contents.content(hash) else { throw SnapshotError.missingContent(hash) }
                try keep(hash, bytes)
            }
        }
    }

    /// Handles a failure of the disk. Serves `next` only if the disk certainly has no older snapshot, because otherwise
    /// clients would get the older release again after a restart.
    private func failed(_ error: any Error, before next: ReadIndex) {
        failed(error)
        guard !mayHaveSnapshot else { return }
        serve(next)
    }

    private func failed(_ error: any Error) {
        // A failure of the database is not one of the disk, and the next query detects it.
        guard !(error is Stopped), !(error is PostgreSQLError) else { return }
        noteFailure()
        warn(
            "the snapshot on disk cannot be written: newer releases are served only if the disk has no older snapshot",
            ["error": "\(error)"])
    }

    private func noteFailure() {
        lastFault.withLock { $0 = .now }
        shared.replace { $0.storage = .failing }
    }

    /// True unless it is certain that a restart would find no snapshot on the disk.
    private var mayHaveSnapshot: Bool { disk?.mayHaveSnapshot ?? false }

    /// Returns true if the disk has not failed within the last `pause`.
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

    /// Logs a warning, at most once a minute.
    private func warn(_ message: String, _ metadata: Logger.Metadata) {
        if repeats.isDue(message) { logger.warning("\(message)", metadata: metadata) }
    }
}
