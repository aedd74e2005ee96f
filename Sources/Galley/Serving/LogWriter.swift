import Dispatch
import Foundation
import Synchronization

/// Writes log lines to standard error on a thread of its own, so that nothing blocks if the reader does not read, and
/// nothing fails if there is no reader or the disk is full.
///
/// At most 1,000 lines wait; further lines, and those that cannot be written, are dropped and counted. The count is
/// written before the next line.
final class LogWriter: Sendable {
    static let standardError = LogWriter(FileHandle.standardError)

    private struct State {
        var lines: [Data] = []
        var lost = 0
        var isWriting = false
    }

    /// The maximum number of waiting lines.
    private static let queueLimit = 1_000

    private let handle: FileHandle
    private let state = Mutex(State())
    private let available = DispatchSemaphore(value: 0)

    private init(_ handle: FileHandle) {
        self.handle = handle
        let thread = Thread { [self] in
            while true {
                available.wait()
                writeAll()
            }
        }
        thread.name = "log"
        thread.start()
    }

    /// Adds a line to the queue.
    func write(_ line: Data) {
        state.withLock { state in
            guard state.lines.count < Self.queueLimit else {
                state.lost += 1
                return
            }
            state.lines.append(line)
        }
        available.signal()
    }

    /// Waits until every line is written, but not longer than `seconds`.
    func flush(seconds: TimeInterval) {
        let end = Date.now.addingTimeInterval(seconds)
        while state.withLock({ !$0.lines.isEmpty || $0.isWriting }), Date.now < end {
            Thread.sleep(forTimeInterval: 0.005)
        }
    }

    private func writeAll() {
        let (lines, lost) = state.withLock { state in
            defer { (state.lines, state.lost, state.isWriting) = ([], 0, true) }
            return (state.lines, state.lost)
        }
        var unwritten = lost
        for line in lines {
            if unwritten > 0, write(Self.notice(lost: unwritten)) { unwritten = 0 }
            if !write(line) { unwritten += 1 }
        }
        state.withLock { state in
            state.lost += unwritten
            state.isWriting = false
        }
    }

    /// Writes bytes; returns false on failure. A missing reader, a full disk and a full non-blocking pipe cannot be
    /// reported to anyone.
    private func write(_ bytes: Data) -> Bool { (try? handle.write(contentsOf: bytes)) != nil }

    private static func notice(lost: Int) -> Data {
        let line = #"{"label":"galley.log","level":"warning","lines":"\#(lost)","message":"log lines were lost"}"#
        return Data((line + "\n").utf8)
    }
}
