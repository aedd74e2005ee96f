import Dispatch

/// Work repeated on a queue of its own, and once more at the end.
final class PeriodicTask: @unchecked Sendable {
    private let seconds: Int
    private let queue: DispatchQueue
    private let work: @Sendable () -> Void
    /// The timer, used only on the queue; nil while stopped.
    private var timer: (any DispatchSourceTimer)?

    init(_ label: String, seconds: Int, work: @escaping @Sendable () -> Void) {
        self.seconds = seconds
        queue = DispatchQueue(label: label)
        self.work = work
    }

    /// Starts the work after a delay in seconds, none by default, and repeats it.
    func start(after delay: Int = 0) {
        queue.sync {
            let timer = DispatchSource.makeTimerSource(queue: queue)
            timer.schedule(deadline: .now() + .seconds(delay), repeating: .seconds(seconds))
            timer.setEventHandler(handler: work)
            timer.resume()
            self.timer = timer
        }
    }

    /// Stops repeating the work and does it for the last time; does nothing if the task was not started.
    func stop() {
        queue.sync {
            guard let timer else { return }
            timer.cancel()
            self.timer = nil
            work()
        }
    }
}
