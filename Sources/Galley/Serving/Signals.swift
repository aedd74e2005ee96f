import Dispatch
import Foundation

/// Calls a function for Ctrl-C, SIGTERM and the closing of the terminal, as long as the value lives.
///
/// Once a value exists, no such signal is lost. A signal before that ends the process at once, by the system's default
/// action.
final class Signals {
    private let sources: [any DispatchSourceSignal]

    init(_ received: @escaping @Sendable () -> Void) {
        // Writing to a closed connection or beyond the file size limit becomes an error instead of ending the process.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        // SIGHUP stays ignored under `nohup`.
        let numbers = Self.isIgnored(SIGHUP) ? [SIGINT, SIGTERM] : [SIGINT, SIGTERM, SIGHUP]
        let registered = DispatchSemaphore(value: 0)
        sources = numbers.map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler(handler: received)
            source.setRegistrationHandler { registered.signal() }
            source.resume()
            return source
        }
        // Dispatch installs its handlers on a thread of its own.
        for _ in sources { registered.wait() }
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
