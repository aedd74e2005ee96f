import Dispatch
import Foundation
import Logging

/// Runs the serving processes and restarts those that end unexpectedly, until told to stop.
///
/// The end of one process never stops another: the read process continues while the console or PostgreSQL does not run.
final class Supervisor {
    fileprivate enum Event: Sendable {
        case stop
        case fail(any Error)
        case begin(ProcessRole, ProcessAccount)
        case processEnded(ProcessRole, Int32)
        case startProcess(ProcessRole)
    }

    private let arguments: [String]
    private let log: Logger
    private let events: Mailbox<Event>
    private let signals: Signals
    private var processes: [ProcessRole: SupervisedProcess] = [:]

    /// Creates a supervisor; `arguments` are passed to every process with its role. Stop signals are handled from now
    /// on, so that one during PostgreSQL's start ends cleanly too.
    init(arguments: [String], log: Logger) {
        self.arguments = arguments
        self.log = log
        let events = Mailbox<Event>()
        self.events = events
        signals = Signals { events.send(.stop) }
    }

    /// The way to give the supervisor orders from any thread, even before `run`.
    var orders: Orders { Orders(events: events) }

    /// Runs the processes until a stop signal; throws the error passed to `Orders.fail`.
    func run() throws {
        defer { withExtendedLifetime(signals) {} }
        defer { stopAll() }
        while let event = events.next() {
            switch event {
            case .stop: return
            case .fail(let error): throw error
            case .begin(let role, let account): begin(role, as: account)
            case .processEnded(let role, let id): processEnded(role, id)
            case .startProcess(let role): start(role)
            }
        }
    }

    private func begin(_ role: ProcessRole, as account: ProcessAccount) {
        guard processes[role] == nil else { return }
        processes[role] = SupervisedProcess(
            role: role,
            command: account.prefix + [Home.executable.path, "serve", "--role", role.rawValue, "--supervised"]
                + arguments,
            environment: account.environment, ended: { [events] in events.send(.processEnded($0, $1)) })
        start(role)
    }

    private func processEnded(_ role: ProcessRole, _ id: Int32) {
        guard let process = processes[role], process.processID == id else { return }
        let wait = process.backOff(now: .now)
        log.error(
            "a process ended unexpectedly and is restarted",
            metadata: ["role": "\(role.rawValue)", "pid": "\(id)", "ending": "\(process.ending)", "wait": "\(wait) s"])
        send(.startProcess(role), after: wait)
    }

    private func start(_ role: ProcessRole) {
        guard let process = processes[role] else { return }
        do {
            try process.start(now: .now)
        } catch {
            log.error("a process could not be started", metadata: ["role": "\(role.rawValue)", "error": "\(error)"])
            send(.startProcess(role), after: process.backOff(now: .now))
        }
    }

    private func send(_ event: Event, after seconds: TimeInterval) {
        guard seconds > 0 else { return events.send(event) }
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [events] in events.send(event) }
    }

    /// Orders to a supervisor, from any thread.
    struct Orders: Sendable {
        fileprivate let events: Mailbox<Event>

        /// Starts a process as an account and keeps it running, unless it was started already.
        func begin(_ role: ProcessRole, as account: ProcessAccount) { events.send(.begin(role, account)) }

        /// Ends everything because of an error, which `run` then throws.
        func fail(_ error: any Error) { events.send(.fail(error)) }
    }

    /// Asks every process to finish its current answers, waits up to ten seconds, then kills the remaining processes.
    private func stopAll() {
        log.info("stopping")
        for process in processes.values { process.terminate() }
        let deadline = Date.now.addingTimeInterval(10)
        while processes.values.contains(where: \.isRunning), Date.now < deadline { Thread.sleep(forTimeInterval: 0.02) }
        for process in processes.values { process.kill() }
    }
}
