import Dispatch
import Foundation

/// A request to end a serving process: a signal, or the end of its supervisor.
///
/// It is created before the process serves anything, so that a request at any later moment ends the process cleanly.
final class StopRequest {
    private let stop: DispatchSemaphore
    private let signals: Signals

    init() {
        let stop = DispatchSemaphore(value: 0)
        self.stop = stop
        signals = Signals { stop.signal() }
    }

    /// Returns when the process should end cleanly. A process whose supervisor ended exits at once, so that its
    /// successor finds the ports free.
    func wait(supervised: Bool) {
        if supervised { SupervisorMonitor.watch { exit(0) } }
        stop.wait()
        withExtendedLifetime(signals) {}
    }
}
