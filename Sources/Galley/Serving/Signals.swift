import Dispatch
import Foundation

/// Turns Ctrl-C, SIGTERM and the closing of the terminal into a call, for as long as the value lives.
final class Signals {
    private let sources: [any DispatchSourceSignal]

    init(_ received: @escaping @Sendable () -> Void) {
        // A write to a closed connection, or beyond the size that files may have, is an error to handle, not the end of
        // the process.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        // What `nohup` has switched off stays off.
        let numbers = Self.isIgnored(SIGHUP) ? [SIGINT, SIGTERM] : [SIGINT, SIGTERM, SIGHUP]
        sources = numbers.map { number in
            // The default action would end the process before the source is told.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler(handler: received)
            source.resume()
            return source
        }
    }

    deinit { for source in sources { source.cancel() } }

    /// Whether the process was started with the signal ignored; the system tells it as a bit of a mask.
    private static func isIgnored(_ number: Int32) -> Bool {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("SigIgn:") }
        let mask = line?.split(whereSeparator: \.isWhitespace).last.flatMap { UInt64($0, radix: 16) } ?? 0
        return mask & (1 << UInt64(number - 1)) != 0
    }
}
