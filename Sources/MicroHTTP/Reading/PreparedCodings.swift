internal import CMicroHTTPD
package import HTTPTypes
import Synchronization

/// The 200 responses of one resource in up to three content codings, each built once and then sent any number of times
/// from any thread.
///
/// It is stored within the object that it belongs to, and holds the library's responses themselves: with thousands of
/// resources every pointer on the way to a response is a cache miss.
package struct PreparedCodings: ~Copyable, @unchecked Sendable {
    private let identity = Atomic<OpaquePointer?>(nil)
    private let gzip = Atomic<OpaquePointer?>(nil)
    private let brotli = Atomic<OpaquePointer?>(nil)
    private let complete = Atomic(false)

    package init() {}

    deinit {
        for coding in ContentCoding.allCases {
            if let response = self[coding] { MHD_destroy_response(response) }
        }
    }

    /// True if there is a response with the body as it is.
    package var isPrepared: Bool { identity.load(ordering: .acquiring) != nil }

    /// True if all codings are there that will be.
    package var isComplete: Bool { complete.load(ordering: .acquiring) }

    /// Records that no coding will be added.
    package borrowing func setComplete() { complete.store(true, ordering: .releasing) }

    /// Builds the response in a coding, unless it is there; returns false if memory is short or a field is invalid.
    package borrowing func add(_ coding: ContentCoding, headers: HTTPFields, body: PreparedBody) -> Bool {
        guard let response = PreparedResponse.make(headers: headers, body: body) else { return false }
        let isFirst =
            switch coding {
            case .identity: Self.store(response, in: identity)
            case .gzip: Self.store(response, in: gzip)
            case .brotli: Self.store(response, in: brotli)
            }
        if !isFirst { MHD_destroy_response(response) }
        return true
    }

    /// Returns the coding to send to a client.
    package borrowing func best(for accepted: AcceptedCodings) -> ContentCoding {
        if accepted.isEmpty { return .identity }
        return accepted.best(
            hasBrotli: brotli.load(ordering: .acquiring) != nil, hasGzip: gzip.load(ordering: .acquiring) != nil)
    }

    /// Returns the answer in a coding; nil if there is none. `owner` is the object that these responses are stored in.
    package borrowing func answer(_ coding: ContentCoding, isNotModified: Bool, of owner: AnyObject) -> ReadAnswer? {
        self[coding].map { ReadAnswer($0, of: owner, isNotModified: isNotModified) }
    }

    private subscript(coding: ContentCoding) -> OpaquePointer? {
        switch coding {
        case .identity: identity.load(ordering: .acquiring)
        case .gzip: gzip.load(ordering: .acquiring)
        case .brotli: brotli.load(ordering: .acquiring)
        }
    }

    private static func store(_ response: OpaquePointer, in place: borrowing Atomic<OpaquePointer?>) -> Bool {
        place.compareExchange(expected: nil, desired: response, ordering: .acquiringAndReleasing).exchanged
    }
}
