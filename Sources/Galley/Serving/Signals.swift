import Dispatch
import Foundation

/// Turns SIGINT and SIGTERM into a call, for as long as the value lives.
final class Signals {
    private let sources: [any DispatchSourceSignal]

    init(_ received: @escaping @Sendable () -> Void) {
        // A write to a closed connection is an error to handle, not the end of the process.
        signal(SIGPIPE, SIG_IGN)
        sources = [SIGINT, SIGTERM].map { number in
            // The default action would end the process before the source is told.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler(handler: received)
            source.resume()
            return source
        }
    }

    deinit { for source in sources { source.cancel() } }
}
