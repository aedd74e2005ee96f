internal import CMicroHTTPD
import Foundation
import Synchronization

/// Builds libmicrohttpd's responses that are sent many times, on a thread of its own.
///
/// The library allocates every field of a response in three pieces and copies them all for each answer. This thread has
/// a memory arena that nothing else uses, in which the pieces of a response lie side by side. Allocated by a thread
/// that also serves, they would be scattered, and with thousands of responses every piece would be a cache miss.
final class ResponseBuilder: @unchecked Sendable {
    /// The builder of the process.
    static let shared = ResponseBuilder()

    /// A response to build. The thread that requests the response keeps the order until the response is built, and then
    /// frees it. If the builder's thread freed the order, pieces of the next response would be put into that memory,
    /// far from the other pieces.
    private final class Order: @unchecked Sendable {
        /// Names and values, each ended by a zero byte.
        let fields: [UInt8]
        let body: PreparedBody
        /// The response; nil if memory is short or a field is invalid.
        var response: OpaquePointer?

        init(fields: [UInt8], body: PreparedBody) { (self.fields, self.body) = (fields, body) }
    }

    /// Admits one order at a time.
    private let turn = Mutex(())
    private let order = Mutex<Order?>(nil)
    private let ordered = DispatchSemaphore(value: 0)
    private let built = DispatchSemaphore(value: 0)

    private init() {
        let thread = Thread { [self] in
            while true {
                ordered.wait()
                order.withLock { order in
                    if let order { order.response = Self.build(order.fields, order.body) }
                }
                built.signal()
            }
        }
        thread.name = "responses"
        thread.start()
    }

    /// Returns a response; nil if memory is short or a field is invalid. The caller destroys it.
    ///
    /// `fields`: Names and values, each ended by a zero byte.
    func response(fields: [UInt8], body: PreparedBody) -> OpaquePointer? {
        let order = Order(fields: fields, body: body)
        return turn.withLock { _ in
            self.order.withLock { $0 = order }
            ordered.signal()
            built.wait()
            self.order.withLock { $0 = nil }
            return order.response
        }
    }

    private static func build(_ fields: [UInt8], _ body: PreparedBody) -> OpaquePointer? {
        guard let response = PreparedResponse.make(body) else { return nil }
        let isComplete = fields.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return true }
            var place = UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self)
            let end = place + bytes.count
            while place < end {
                let value = place + strlen(place) + 1
                guard MHD_add_response_header(response, place, value) == .YES else { return false }
                place = value + strlen(value) + 1
            }
            return true
        }
        guard isComplete else {
            MHD_destroy_response(response)
            return nil
        }
        return response
    }
}
