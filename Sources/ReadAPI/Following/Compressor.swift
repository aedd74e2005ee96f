import Foundation
import Synchronization

/// Compresses response bodies on a thread of its own, so that serving never waits for it. Until a body is compressed,
/// it is sent as it is.
///
/// Editions that become live are usually compressed at once. Those of a node that starts with more than a thousand
/// features are compressed when a client asks for them: the responses of an edition in all codings take about 10 KB of
/// memory, and most editions are for versions that few people have.
final class Compressor: Sendable {
    private let waiting = Mutex<[any Compressible]>([])
    private let work = DispatchSemaphore(value: 0)
    private let isStopped = Atomic(false)
    private let isAhead: Bool

    /// The maximum number of changed features whose editions are compressed before a client requests them.
    private static let aheadFeatures = 1_000
    /// The number of waiting resources below which documents are added. It is small, because each waiting document
    /// keeps up to 4 MiB of the memory for documents (`DocumentLimits`), which the documents of other clients need.
    private static let documentRoom = 2

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

    /// Ends the thread after its current resource.
    func stop() {
        isStopped.store(true, ordering: .relaxed)
        work.signal()
    }

    /// Schedules the compression of the editions of newly served features, unless there are more than `aheadFeatures`
    /// or the compressor compresses only what clients request.
    func add(_ features: [FeatureIndex]) {
        guard isAhead, !features.isEmpty, features.count <= Self.aheadFeatures else { return }
        add(features.flatMap { Array($0.allEditions) })
    }

    /// Schedules the compression of some resources.
    func add(_ wanted: [any Compressible]) {
        waiting.withLock { $0 += wanted }
        work.signal()
    }

    /// True if a document may be added. Clients choose where the pages of a manifest begin, so there can be more
    /// documents than one thread can compress.
    var hasDocumentRoom: Bool { waiting.withLock { $0.count < Self.documentRoom } }

    private func compress() {
        // Takes one at a time, so that each can be freed before the next is compressed.
        while !isStopped.load(ordering: .relaxed),
            let next = waiting.withLock({ $0.isEmpty ? nil : $0.removeFirst() })
        {
            next.compress()
        }
    }
}

/// A resource with responses in several content codings.
protocol Compressible: Sendable {
    /// Adds the compressed responses if they are missing; this takes milliseconds.
    func compress()
}
