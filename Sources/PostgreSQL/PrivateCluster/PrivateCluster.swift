import Dispatch
import Foundation
import Synchronization

/// Galley's own PostgreSQL server, whose data is in a directory of Galley and which is reached only through a Unix
/// socket.
///
/// PostgreSQL is a child of this process, never runs as root, and is restarted if it ends unexpectedly; the connection
/// info stays the same. If this process is killed, PostgreSQL continues; the next start first stops it.
package final class PrivateCluster: Sendable {
    /// An event in the life of PostgreSQL after its first start.
    package enum Event: Sendable, Hashable {
        /// PostgreSQL ended unexpectedly; the text is the way in which it ended, such as “signal 9”.
        case ended(String)
        /// PostgreSQL runs again.
        case restarted(processID: Int32)
        /// PostgreSQL could not be restarted for the reason in the text; another attempt follows after at most five
        /// seconds.
        case restartFailed(String)
    }

    private struct State {
        var child: ChildProcess?
        var info: ConnectionInfo?
        var isStopping = false
        /// Signaled when the thread that runs PostgreSQL has ended; nil while there is no such thread.
        var ended: DispatchSemaphore?
    }

    /// The directory in which `postgres` is the directory of the data, or a link to it.
    package let directory: String
    private let durability: Durability
    private let readiness: Duration
    private let report: @Sendable (Event) -> Void
    private let state = Mutex(State())

    /// Creates a cluster in `dataDirectory`, which is created if missing.
    ///
    /// `readiness` is the maximum time from a start until PostgreSQL accepts connections, including recovery after a
    /// crash. `report` is called on the thread that runs PostgreSQL.
    package init(
        dataDirectory: String, durability: Durability = .full, readiness: Duration = .seconds(600),
        report: @escaping @Sendable (Event) -> Void = { _ in }
    ) {
        directory = dataDirectory
        self.durability = durability
        self.readiness = readiness
        self.report = report
    }

    /// Starts PostgreSQL, after creating its data if necessary, and waits until it accepts connections. Returns the
    /// connection info of the role that owns the tables.
    package func start() throws(PrivateClusterError) -> ConnectionInfo {
        let ended = DispatchSemaphore(value: 0)
        let isFirst = state.withLock { state in
            guard state.ended == nil else { return false }
            state.ended = ended
            state.isStopping = false
            return true
        }
        guard isFirst else { throw PrivateClusterError(.inUse, "the cluster has been started already") }
        let started = DispatchSemaphore(value: 0)
        let outcome = Mutex<Result<ConnectionInfo, PrivateClusterError>?>(nil)
        let finish: @Sendable (Result<ConnectionInfo, PrivateClusterError>) -> Void = { result in
            outcome.withLock { $0 = result }
            started.signal()
        }
        Thread.detachNewThread { [self] in
            supervise(finish)
            ended.signal()
        }
        started.wait()
        switch outcome.withLock({ $0 }) {
        case .success(let info): return info
        case .failure(let error): throw error
        case nil: throw PrivateClusterError(.failed, "PostgreSQL was not started")
        }
    }

    /// Stops PostgreSQL and waits for its end; open transactions are rolled back. If it has not ended cleanly within 60
    /// seconds, it is forced to end within 20 more.
    package func stop() {
        let ended = state.withLock { state in
            state.isStopping = true
            return state.ended
        }
        guard let ended else { return }
        for (signal, seconds) in [(SIGINT, 60.0), (SIGQUIT, 10.0), (SIGKILL, 10.0)] {
            state.withLock { $0.child }?.send(signal)
            if ended.wait(timeout: .now() + seconds) == .success {
                // Another thread may also wait in `stop`; lets it continue.
                ended.signal()
                return
            }
        }
    }

    /// PostgreSQL's process number, or that of the ended process while PostgreSQL is being restarted; nil if not
    /// started.
    package var processID: Int32? { state.withLock { $0.child?.processID } }

    /// True between `start` and `stop`, even while PostgreSQL is being restarted.
    package var isStarted: Bool { state.withLock { $0.ended != nil } }

    /// True if PostgreSQL accepts connections.
    package var isRunning: Bool { state.withLock { $0.info != nil } }

    /// The role with which Galley serves requests in every private cluster; it owns no table.
    package static let applicationRole = ApplicationRole(name: ClusterSettings.application)

    /// Returns the connection info of the tables' owner if another process runs a cluster in `dataDirectory`; nil if
    /// none runs there, it does not accept connections yet, or it belongs to another account and this process is not
    /// root.
    package static func connectionInfo(of dataDirectory: String) -> ConnectionInfo? {
        guard let data = Files.canonical(dataDirectory + "/postgres"), let file = PostmasterFile(ofData: data),
            file.isReady, LeftoverProcesses.isRunning(file.processID, in: data)
        else { return nil }
        return info(socketDirectory: file.socketDirectory, port: file.port)
    }

    /// Returns the connection info that the tables' owner will have once the cluster in `dataDirectory` runs; creates
    /// the directory if missing.
    package static func expectedInfo(in dataDirectory: String) throws(PrivateClusterError) -> ConnectionInfo {
        info(socketDirectory: try place(of: dataDirectory).socketDirectory, port: ClusterSettings.port)
    }

    /// Throws an error of kind `.inUse` if another Galley uses `dataDirectory`.
    package static func checkIsFree(_ dataDirectory: String) throws(PrivateClusterError) {
        _ = try ClusterLock(try place(of: dataDirectory).lock)
    }
}

extension PrivateCluster {
    private static func info(socketDirectory: String, port: String) -> ConnectionInfo {
        ConnectionInfo(parameters: [
            "host": socketDirectory, "port": port, "user": ClusterSettings.name, "dbname": ClusterSettings.name,
        ])
    }

    private static func administrator(_ info: ConnectionInfo) -> ConnectionInfo {
        var info = info.database("postgres")
        info.parameters["user"] = ClusterSettings.administrator
        return info
    }

    private static func place(of directory: String) throws(PrivateClusterError) -> ClusterPaths {
        try Files.makeDirectory(directory, mode: 0o755)
        guard let canonical = Files.canonical(directory) else {
            throw PrivateClusterError(.failed, "\(directory) cannot be resolved")
        }
        return try ClusterPaths(canonical)
    }

    private var isStopping: Bool { state.withLock { $0.isStopping } }

    /// Runs PostgreSQL and waits on the current thread until it is stopped; `started` gets the outcome of the first
    /// start.
    private func supervise(_ started: @Sendable (Result<ConnectionInfo, PrivateClusterError>) -> Void) {
        defer {
            state.withLock { state in
                state.ended = nil
                state.child = nil
                state.info = nil
            }
        }
        do throws(PrivateClusterError) {
            let place = try Self.place(of: directory)
            let lock = try ClusterLock(place.lock)
            defer { withExtendedLifetime(lock) {} }
            let installation = try prepareFiles(place)
            let info = try launch(place, installation)
            started(.success(info))
            keepRunning(place, installation)
        } catch {
            // A call of `stop` during the first start ends here too.
            started(.failure(error))
        }
    }

    private func prepareFiles(_ place: ClusterPaths) throws(PrivateClusterError) -> PostgreSQLInstallation {
        let major = PostgreSQLInstallation.major(ofData: place.data)
        let installation = try PostgreSQLInstallation.find(for: major, data: place.data)
        if major == nil {
            guard Files.status(place.data) == nil else {
                throw PrivateClusterError(
                    .failed,
                    "\(place.data) exists but is not a data directory of PostgreSQL; move it away or name another directory"
                )
            }
            try ClusterCreation.create(place, with: installation, durability: durability)
        }
        try place.leaveLink()
        try Files.write(ClusterSettings.accessRules, to: place.accessRules, mode: 0o644)
        try Files.write(ClusterSettings.nameMap(owner: place.owner.name), to: place.nameMap, mode: 0o644)
        return installation
    }

    /// Ends the processes that an earlier PostgreSQL left, starts a new one and waits until it accepts connections.
    private func launch(
        _ place: ClusterPaths, _ installation: PostgreSQLInstallation
    ) throws(PrivateClusterError) -> ConnectionInfo {
        try LeftoverProcesses.end(data: place.data, socketDirectory: place.socketDirectory, patience: .seconds(30))
        // The log of an earlier start may belong to another account, which prevents writing to it.
        unlink(place.startLog)
        let command =
            place.owner.prefix + [installation.programs + "/postgres", "-D", place.data]
            + ClusterSettings.arguments(place: place, durability: durability)
        let child = try ChildProcess(command, output: place.startLog)
        let isStopping = state.withLock { state in
            state.child = child
            return state.isStopping
        }
        if isStopping { child.send(SIGINT) }
        do throws(PrivateClusterError) {
            try waitUntilReady(child, place)
            let info = Self.info(socketDirectory: place.socketDirectory, port: ClusterSettings.port)
            do throws(PostgreSQLError) { try ClusterCreation.prepare(Self.administrator(info)) } catch {
                throw PrivateClusterError(.failed, "PostgreSQL started, but: \(error.debugDescription)")
            }
            state.withLock { $0.info = info }
            return info
        } catch {
            child.send(SIGQUIT)
            _ = child.wait()
            throw error
        }
    }

    private func waitUntilReady(_ child: ChildProcess, _ place: ClusterPaths) throws(PrivateClusterError) {
        let deadline = Deadline(in: readiness)
        let startedAt = Date.now
        while true {
            if let ending = child.check() {
                throw PrivateClusterError(.failed, "PostgreSQL ended with \(ending): \(place.output(since: startedAt))")
            }
            if let file = PostmasterFile(ofData: place.data), file.isReady, file.processID == child.processID { return }
            guard !isStopping else { throw PrivateClusterError(.failed, "the start was stopped") }
            guard !deadline.hasPassed else {
                throw PrivateClusterError(.failed, "PostgreSQL was not ready within \(readiness)")
            }
            usleep(10_000)
        }
    }

    /// Restarts PostgreSQL each time it ends, until it is stopped: at once the first time and after it has run for a
    /// minute, otherwise after a pause that grows from 0.1 to five seconds.
    private func keepRunning(_ place: ClusterPaths, _ installation: PostgreSQLInstallation) {
        var quickEnds = 0
        while let child = state.withLock({ $0.child }) {
            let startedAt = ContinuousClock.now
            let ending = child.wait()
            state.withLock { $0.info = nil }
            if isStopping { return }
            report(.ended(ending.description))
            quickEnds = startedAt.duration(to: .now) > .seconds(60) ? 0 : quickEnds
            while !isStopping {
                pause(milliseconds: quickEnds == 0 ? 0 : min(5_000, 50 << min(quickEnds, 7)))
                quickEnds += 1
                do throws(PrivateClusterError) {
                    _ = try launch(place, installation)
                    report(.restarted(processID: processID ?? 0))
                    break
                } catch {
                    if !isStopping { report(.restartFailed(error.message)) }
                }
            }
            if isStopping, state.withLock({ $0.child?.ended != nil }) { return }
        }
    }

    private func pause(milliseconds: Int) {
        let deadline = Deadline(in: .milliseconds(milliseconds))
        while !deadline.hasPassed, !isStopping { usleep(10_000) }
    }
}
