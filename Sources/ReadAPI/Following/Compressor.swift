import Foundation
import Synchronization

/// Compresses the editions of newly served features on a thread of its own, so that serving never waits for it. Until it
/// is done, editions are sent as they are.
final class Compressor: Sendable {
    private let waiting = Mutex<[FeatureIndex]>([])
    private let work = DispatchSemaphore(value: 0)
    private let isStopped = Atomic(false)

    /// Starts the thread.
    func start() {
        let thread = Thread { [self] in
            while true {
                work.wait()
                if isStopped.load(ordering: .relaxed) { return }
                compress()
            }
        }
        thread.name = "compressor"
        thread.qualityOfService = .utility
        thread.start()
    }

    /// Ends the thread after its current edition.
    func stop() {
        isStopped.store(true, ordering: .relaxed)
        work.signal()
    }

    /// Compresses the editions of some features soon.
    func add(_ features: [FeatureIndex]) {
        guard !features.isEmpty else { return }
        waiting.withLock { $0 += features }
        work.signal()
    }

    private func compress() {
        let features = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        for feature in features {
            for edition in feature.allEditions {
                if isStopped.load(ordering: .relaxed) { return }
                edition.compress()
            }
        }
    }
}
