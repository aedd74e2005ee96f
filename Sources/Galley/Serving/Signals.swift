import Dispatch
import Foundation

/// Calls a function for Ctrl-C, SIGTERM and the closing of the terminal, as long as the value lives.
final class Signals {
    private let sources: [any DispatchSourceSignal]

    init(_ received: @escaping @Sendable () -> Void) {
        // Writing to a closed connection or beyond the file size limit becomes an error instead of ending the process.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        // SIGHUP stays ignored under `nohup`.
        let numbers = Self.isIgnored(SIGHUP) ? [SIGINT, SIGTERM] : [SIGINT, SIGTERM, SIGHUP]
        sources = numbers.map { number in
            // The default action would end the process before the source is called.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler(handler: received)
            source.resume()
            return source
        }
    }

    deinit { for source in sources { source.cancel() } }

    /// Returns true if the process was started with the signal ignored, from the mask in `/proc/self/status`.
    private static func isIgnored(_ number: Int32) -> Bool {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("SigIgn:") }
        let mask = line?.split(whereSeparator: \.isWhitespace).last.flatMap { UInt64($0, radix: 16) } ?? 0
        return mask & (1 << UInt64(number - 1)) != 0
    }
}
