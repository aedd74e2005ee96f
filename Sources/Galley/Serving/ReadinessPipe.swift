import Foundation
import Synchronization

/// The standard output of a supervised process, on which it reports that it can serve.
final class ReadinessPipe: Sendable {
    private let state = Mutex((pipe: Pipe(), isReady: false))

    init() {
        pipe.fileHandleForReading.readabilityHandler = { [weak self] handle in
            // The end of the file means that the process has ended.
            guard !handle.availableData.isEmpty else { return handle.readabilityHandler = nil }
            self?.state.withLock { $0.isReady = true }
        }
    }

    deinit { pipe.fileHandleForReading.readabilityHandler = nil }

    /// The pipe that becomes the process’s standard output.
    var pipe: Pipe { state.withLock { $0.pipe } }

    /// True if the process has reported that it can serve.
    var isReady: Bool { state.withLock { $0.isReady } }

    /// Reports readiness, in the supervised process.
    static func tell() { try? FileHandle.standardOutput.write(contentsOf: Data("ready\n".utf8)) }
}
