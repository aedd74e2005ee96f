import Dispatch

/// The wish that a serving process ends: a signal, or the end of its supervisor.
enum StopRequest {
    /// Returns when the process is to end.
    static func wait(supervised: Bool) {
        let stop = DispatchSemaphore(value: 0)
        let signals = Signals { stop.signal() }
        if supervised { Lifeline.watch { stop.signal() } }
        stop.wait()
        withExtendedLifetime(signals) {}
    }
}
