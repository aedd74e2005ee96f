import Dispatch

/// Work that is done again and again on a queue of its own, and once more at the end.
final class PeriodicTask: @unchecked Sendable {
    private let seconds: Int
    private let queue: DispatchQueue
    private let work: @Sendable () -> Void
    /// Belongs to the queue; nil while nothing is repeated.
    private var timer: (any DispatchSourceTimer)?

    init(_ label: String, seconds: Int, work: @escaping @Sendable () -> Void) {
        self.seconds = seconds
        queue = DispatchQueue(label: label)
        self.work = work
    }

    /// Does the work after some seconds, none by default, and from then on again and again.
    func start(after delay: Int = 0) {
        queue.sync {
            let timer = DispatchSource.makeTimerSource(queue: queue)
            timer.schedule(deadline: .now() + .seconds(delay), repeating: .seconds(seconds))
            timer.setEventHandler(handler: work)
            timer.resume()
            self.timer = timer
        }
    }

    /// Does the work for the last time; nothing when it was not started.
    func stop() {
        queue.sync {
            guard let timer else { return }
            timer.cancel()
            self.timer = nil
            work()
        }
    }
}
