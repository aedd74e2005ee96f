internal import CMicroHTTPD
package import HTTPTypes
import Synchronization

/// The responses with status 200 of one resource, in up to three content codings, each built once and then sent any number of times
/// from any thread.
///
/// This value is stored inside the object of its resource and contains the pointers to libmicrohttpd's responses directly: with
/// thousands of resources, every further pointer on the way to a response would be a cache miss.
package struct PreparedCodings: ~Copyable, @unchecked Sendable {
    // The uncompressed response, its size and the two flags come first, because a request without Accept-Encoding reads
    // only these: next to each other, they are in one or two cache lines. Each size is the number of bytes of a body.
    // It is written before the pointer to the response, so that a thread that sees the pointer also sees the size.
    private let identity = Atomic<OpaquePointer?>(nil)
    private let identitySize = Atomic(0)
    private let complete = Atomic(false)
    private let claimed = Atomic(false)
    private let brotli = Atomic<OpaquePointer?>(nil)
    private let brotliSize = Atomic(0)
    private let gzip = Atomic<OpaquePointer?>(nil)
    private let gzipSize = Atomic(0)

    package init() {}

    deinit {
        for coding in ContentCoding.allCases {
            if let response = self[coding] { MHD_destroy_response(response) }
        }
    }

    /// True if there is a response with the uncompressed body.
    package var isPrepared: Bool { identity.load(ordering: .acquiring) != nil }

    /// True if no further coding will be added.
    package var isComplete: Bool { complete.load(ordering: .acquiring) }

    /// Records that no further coding will be added.
    package borrowing func setComplete() { complete.store(true, ordering: .releasing) }

    /// Returns true to the first caller only, which then has the responses compressed.
    package borrowing func claim() -> Bool {
        !claimed.load(ordering: .relaxed) && !claimed.exchange(true, ordering: .relaxed)
    }

    /// Builds the response with a body that is already in a coding, and adds it unless there is one in this coding;
    /// returns false if memory is short or a field is invalid.
    package borrowing func add(_ coding: ContentCoding, headers: HTTPFields, body: PreparedBody) -> Bool {
        var fields: [UInt8] = []
        for field in headers {
            fields += field.name.rawName.utf8
            fields.append(0)
            fields += field.value.utf8
            fields.append(0)
        }
        guard let response = ResponseBuilder.shared.response(fields: fields, body: body) else { return false }
        let isFirst =
            switch coding {
            case .identity: Self.store(response, body.count, in: identity, identitySize)
            case .gzip: Self.store(response, body.count, in: gzip, gzipSize)
            case .brotli: Self.store(response, body.count, in: brotli, brotliSize)
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
        self[coding].map { ReadAnswer($0, of: owner, size: size(coding), isNotModified: isNotModified) }
    }

    private subscript(coding: ContentCoding) -> OpaquePointer? {
        switch coding {
        case .identity: identity.load(ordering: .acquiring)
        case .gzip: gzip.load(ordering: .acquiring)
        case .brotli: brotli.load(ordering: .acquiring)
        }
    }

    private borrowing func size(_ coding: ContentCoding) -> Int {
        switch coding {
        case .identity: identitySize.load(ordering: .relaxed)
        case .gzip: gzipSize.load(ordering: .relaxed)
        case .brotli: brotliSize.load(ordering: .relaxed)
        }
    }

    private static func store(
        _ response: OpaquePointer, _ size: Int, in place: borrowing Atomic<OpaquePointer?>,
        _ sizePlace: borrowing Atomic<Int>
    ) -> Bool {
        // Every response in a coding has the same body.
        sizePlace.store(size, ordering: .relaxed)
        return place.compareExchange(expected: nil, desired: response, ordering: .acquiringAndReleasing).exchanged
    }
}
