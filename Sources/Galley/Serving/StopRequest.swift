import Dispatch
import Foundation

/// A request to end a serving process: a signal, or the end of its supervisor.
enum StopRequest {
    /// Returns when the process should end cleanly; a process without a supervisor exits at once, so that its successor
    /// finds the ports free.
    static func wait(supervised: Bool) {
        let stop = DispatchSemaphore(value: 0)
        let signals = Signals { stop.signal() }
        if supervised { Lifeline.watch { exit(0) } }
        stop.wait()
        withExtendedLifetime(signals) {}
    }
}
