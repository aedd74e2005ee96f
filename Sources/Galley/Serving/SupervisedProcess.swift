import Foundation
import Logging

/// One supervised process of `galley serve`: it is restarted with a growing delay if it ends unexpectedly.
final class SupervisedProcess {
    let role: ProcessRole
    private let command: [String]
    private let environment: [String: String]
    private let ended: @Sendable (ProcessRole, Int32) -> Void
    private var process: Process?
    private var inputPipe: Pipe?
    private var readiness = ReadinessPipe()
    private var startedAt = Date.distantPast
    private var quickEnds = 0
    /// True if the process has served, unless a later start ended by itself before it served.
    private var hasServed = false

    /// The environment variable with the settings of the report that Swift prints when a process crashes.
    private static let crashReport = "SWIFT_BACKTRACE"
    /// The settings for processes whose environment has none: only the thread that failed, with its functions and
    /// lines. That takes half a second of processor time, and up to three seconds while requests are handled, because
    /// Swift looks up the functions of all threads. Swift's usual report of all threads, with inlined functions, takes
    /// up to nine seconds. During the report the process serves nobody and cannot be started again.
    private static let shortReport = "symbolicate=fast,threads=crashed,images=none,registers=none,interactive=no"

    /// Creates a process. `command` is found along `PATH` and must not fork. If `environment` has no settings for
    /// Swift's crash report, the report is short, so that a crashed process can be started again at once. Each time the
    /// process ends, `ended` is called on another thread with the role and the process id.
    init(
        role: ProcessRole, command: [String], environment: [String: String],
        ended: @escaping @Sendable (ProcessRole, Int32) -> Void
    ) {
        self.role = role
        self.command = command
        self.environment = environment
        self.ended = ended
    }

    /// The id of the last process that was started; nil before the first start.
    var processID: Int32? { process?.processIdentifier }

    func start(now: Date) throws {
        let process = Process()
        let inputPipe = Pipe()
        let isPath = command.first?.hasPrefix("/") ?? false
        process.executableURL = URL(fileURLWithPath: isPath ? command[0] : "/usr/bin/env")
        process.arguments = isPath ? Array(command.dropFirst()) : command
        process.environment = environment.merging([Self.crashReport: Self.shortReport]) { configured, _ in configured }
        let readiness = ReadinessPipe()
        process.standardInput = inputPipe
        process.standardOutput = readiness.pipe
        process.terminationHandler = { [role, ended] in ended(role, $0.processIdentifier) }
        try process.run()
        self.process = process
        self.inputPipe = inputPipe
        self.readiness = readiness
        startedAt = now
    }

    /// Counts an end of the process and returns the seconds to wait before the next start: 0 after the first end, and
    /// after an end that followed more than a minute of running. After each further end the time doubles, from 200 ms
    /// up to 5 s, or up to 250 ms if `hasServed` is true.
    func backOff(now: Date) -> TimeInterval {
        if now.timeIntervalSince(startedAt) > 60 { quickEnds = 0 }
        defer { quickEnds += 1 }
        if readiness.isReady { hasServed = true } else if !wasEnded { hasServed = false }
        return quickEnds == 0 ? 0 : min(hasServed ? 0.25 : 5, 0.1 * Double(1 << min(quickEnds, 6)))
    }

    /// True if a signal from outside ended the last process.
    private var wasEnded: Bool {
        guard let process, !process.isRunning else { return false }
        return process.terminationReason == .uncaughtSignal && [SIGKILL, SIGTERM].contains(process.terminationStatus)
    }

    var isRunning: Bool { process?.isRunning ?? false }

    /// The way in which the last process ended, for the log.
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
