import Foundation
import HTTPTypes
import MicroHTTP
import Publishing

/// A stream of server-sent events (WHATWG HTML, section 9.2) with the numbers of the releases that a node serves.
///
/// Releases in quick succession are combined into one event. Regular comments keep proxies from closing the connection.
final class ReleaseStream: @unchecked Sendable {
    private let shared: SharedState
    private let place: ConcurrencyLimiter.Place
    private let isAbandoned: @Sendable () -> Bool
    /// The release of the last event; used only by the connection's thread.
    private var sent = -1

    /// Seconds without an event after which a comment is sent.
    private static let heartbeat = 15.0
    /// The minimum of seconds between two events.
    private static let pause = 0.25
    /// The range of milliseconds after which a client that lost its stream connects again. Each client is told a random
    /// time of this range, so that the clients do not all connect at the same moment.
    private static let retry = 1_000...5_000

    init(_ shared: SharedState, _ place: ConcurrencyLimiter.Place, isAbandoned: @escaping @Sendable () -> Bool) {
        self.shared = shared
        self.place = place
        self.isAbandoned = isAbandoned
    }

    /// The response, which lasts until the client leaves or the server stops.
    var response: Response {
        Response.stream(BodyStream { [self] in next() }, headers: Self.headers)
    }

    /// The response to HEAD, which waits for nothing.
    static var head: Response { .stream(BodyStream { nil }, headers: headers) }

    private static var headers: HTTPFields {
        [
            .contentType: "text/event-stream", .cacheControl: CachePolicy.never,
            // Without this field, nginx would not send the events until its buffer is full.
            .accelBuffering: "no",
        ]
    }

    private func next() -> [UInt8]? {
        guard sent >= 0 else {
            sent = shared.current.index?.release ?? 0
            return Array("retry: \(Int.random(in: Self.retry))\n\n\(event)".utf8)
        }
        switch shared.released.wait(otherThan: sent, seconds: Self.heartbeat, isAbandoned: isAbandoned) {
        case .abandoned: return nil
        case .timeOver: return Array(": heartbeat\n\n".utf8)
        case .released:
            Thread.sleep(forTimeInterval: Self.pause)
            sent = shared.current.index?.release ?? 0
            return Array(event.utf8)
        }
    }

    private var event: String { "event: release\ndata: {\"release\":\(sent)}\n\n" }
}

extension HTTPField.Name {
    /// The field that tells nginx not to buffer an answer.
    fileprivate static let accelBuffering = constant("X-Accel-Buffering")
}
