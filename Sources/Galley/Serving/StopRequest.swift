import Dispatch
import Foundation

/// The wish that a serving process ends: a signal, or the end of its supervisor.
enum StopRequest {
    /// Returns when the process is to end in good order; a process whose supervisor is gone ends at once, so that the
    /// next one finds the ports free.
    static func wait(supervised: Bool) {
        let stop = DispatchSemaphore(value: 0)
        let signals = Signals { stop.signal() }
        if supervised { Lifeline.watch { exit(0) } }
        stop.wait()
        withExtendedLifetime(signals) {}
    }
}
