import Foundation
import Synchronization

/// Compresses what is served on a thread of its own, so that serving never waits for it. Until it is done, bodies are
/// sent as they are.
///
/// Editions that become live are compressed at once. Those of a node that starts with thousands of features are
/// compressed when a client asks for them: the responses of an edition in all codings take 10 KB of memory, and most
/// editions are for versions that few people have.
final class Compressor: Sendable {
    private let waiting = Mutex<[any Compressible]>([])
    private let work = DispatchSemaphore(value: 0)
    private let isStopped = Atomic(false)
    private let isAhead: Bool

    /// The number of features up to which a change is compressed before a client asks.
    private static let aheadFeatures = 1_000
    /// The number of waiting resources up to which documents are added: each has up to 4 MiB.
    private static let documentRoom = 16

    /// Creates a compressor; without `isAhead`, it compresses only what a client wants compressed.
    init(isAhead: Bool = true) { self.isAhead = isAhead }

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

    /// Compresses the editions of newly served features soon, unless there are thousands.
    func add(_ features: [FeatureIndex]) {
        guard isAhead, !features.isEmpty, features.count <= Self.aheadFeatures else { return }
        add(features.flatMap { Array($0.allEditions) })
    }

    /// Compresses something soon.
    func add(_ wanted: [any Compressible]) {
        waiting.withLock { $0 += wanted }
        work.signal()
    }

    /// True if a document may be added. Clients choose where the pages of a manifest begin, so there can be more than
    /// anybody could compress.
    var hasDocumentRoom: Bool { waiting.withLock { $0.count < Self.documentRoom } }

    private func compress() {
        let wanted = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        for one in wanted {
            if isStopped.load(ordering: .relaxed) { return }
            one.compress()
        }
    }
}

/// A resource with responses in several content codings.
protocol Compressible: Sendable {
    /// Adds the compressed responses, unless they are there; this takes milliseconds.
    func compress()
}
