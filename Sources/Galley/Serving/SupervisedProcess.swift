import Foundation
import Logging

/// One process of `galley serve` in one role: started, watched, started again with back-off when it ends unasked.
final class SupervisedProcess {
    let role: ProcessRole
    private let command: [String]
    private let environment: [String: String]
    private let ended: @Sendable (ProcessRole, Int32) -> Void
    private var process: Process?
    private var lifeline: Pipe?
    private var readiness = ReadinessPipe()
    private var startedAt = Date.distantPast
    private var quickEnds = 0
    /// True if what the process needs is good: one served, and none has failed by itself before it could.
    private var hasServed = false

    /// `command` is found along `PATH`, and stays the process it is started as. `ended` is called on another thread
    /// with the role and the process id each time the process ends.
    init(
        role: ProcessRole, command: [String], environment: [String: String],
        ended: @escaping @Sendable (ProcessRole, Int32) -> Void
    ) {
        self.role = role
        self.command = command
        self.environment = environment
        self.ended = ended
    }

    var processID: Int32? { process?.processIdentifier }

    func start(now: Date) throws {
        let process = Process()
        let lifeline = Pipe()
        let isPath = command.first?.hasPrefix("/") ?? false
        process.executableURL = URL(fileURLWithPath: isPath ? command[0] : "/usr/bin/env")
        process.arguments = isPath ? Array(command.dropFirst()) : command
        process.environment = environment
        let readiness = ReadinessPipe()
        process.standardInput = lifeline
        process.standardOutput = readiness.pipe
        process.terminationHandler = { [role, ended] in ended(role, $0.processIdentifier) }
        try process.run()
        self.process = process
        self.lifeline = lifeline
        self.readiness = readiness
        startedAt = now
    }

    /// How long to wait before the next start: nothing after a process that ran for a minute, else doubling from 100 ms
    /// to 5 s, or to 250 ms where the processes can serve and somebody ends them.
    func backOff(now: Date) -> TimeInterval {
        if now.timeIntervalSince(startedAt) > 60 { quickEnds = 0 }
        defer { quickEnds += 1 }
        if readiness.isReady { hasServed = true } else if !wasEnded { hasServed = false }
        return quickEnds == 0 ? 0 : min(hasServed ? 0.25 : 5, 0.1 * Double(1 << min(quickEnds, 6)))
    }

    /// True if somebody else ended the last process.
    private var wasEnded: Bool {
        guard let process, !process.isRunning else { return false }
        return process.terminationReason == .uncaughtSignal && [SIGKILL, SIGTERM].contains(process.terminationStatus)
    }

    var isRunning: Bool { process?.isRunning ?? false }

    /// What the last process ended with, in words for the log.
    var ending: String {
        guard let process, !process.isRunning else { return "running" }
        let how = process.terminationReason == .uncaughtSignal ? "signal" : "status"
        return "\(how) \(process.terminationStatus)"
    }

    func terminate() { process?.terminate() }

    func kill() {
        guard let process, process.isRunning else { return }
        Foundation.kill(process.processIdentifier, SIGKILL)
    }
}
