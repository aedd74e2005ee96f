package import HTTPTypes

/// A content coding of prepared responses (RFC 9110, section 8.4.1).
package enum ContentCoding: String, Sendable, CaseIterable {
    case identity
    case gzip
    case brotli = "br"
}

/// The content codings that a client accepts (RFC 9110, section 12.5.3).
package struct AcceptedCodings: Sendable, Hashable {
    /// Weights in thousandths; nil for a coding that is not named.
    private var brotli: Int16?
    private var gzip: Int16?
    private var identity: Int16?
    private var others: Int16?
    /// True if no coding is named, so that bodies are sent as they are.
    package private(set) var isEmpty = true

    /// The highest weight, in thousandths.
    private static let whole: Int16 = 1_000

    /// The codings of a client that sends no Accept-Encoding: Galley then sends bodies as they are.
    package init() {}

    /// Parses the Accept-Encoding fields of a request.
    package init(_ headers: HTTPFields) {
        for value in headers[values: .acceptEncoding] { Array(value.utf8).withUnsafeBufferPointer { add($0) } }
    }

    /// Adds a value of Accept-Encoding; a request may have several. Unknown codings and malformed items are ignored.
    /// Allocates no memory.
    package mutating func add(_ value: UnsafeBufferPointer<UInt8>) {
        var start = 0
        while start < value.count {
            var end = start
            while end < value.count, value[end] != UInt8(ascii: ",") { end += 1 }
            add(item: UnsafeBufferPointer(rebasing: value[start..<end]))
            start = end + 1
        }
    }

    /// Returns brotli or gzip, whichever the response has and the client weights higher; brotli at equal weights.
    /// Returns `identity` if the client accepts none of the codings that the response has, or names `identity` with a
    /// higher weight. `*` stands for brotli and gzip, but not for `identity`.
    package func best(hasBrotli: Bool, hasGzip: Bool) -> ContentCoding {
        let brotli = hasBrotli ? self.brotli ?? others ?? 0 : 0
        let gzip = hasGzip ? self.gzip ?? others ?? 0 : 0
        // A compressed body is preferred, unless the client weights the uncompressed one higher.
        let identity = identity ?? 0
        guard max(brotli, gzip) > 0, max(brotli, gzip) >= identity else { return .identity }
        return brotli >= gzip ? .brotli : .gzip
    }

    private mutating func add(item: UnsafeBufferPointer<UInt8>) {
        var place = 0
        Self.skipSpaces(item, &place)
        let start = place
        while place < item.count, !Self.isDelimiter(item[place]) { place += 1 }
        let name = UnsafeBufferPointer(rebasing: item[start..<place])
        guard let weight = Self.weight(item, &place) else { return }
        isEmpty = false
        if Self.equal(name, "br") {
            brotli = weight
        } else if Self.equal(name, "gzip") {
            gzip = weight
        } else if Self.equal(name, "identity") {
            identity = weight
        } else if Self.equal(name, "*") {
            others = weight
        }
    }

    /// Returns the weight after a name, in thousandths; 1,000 without one, nil for a malformed one.
    private static func weight(_ item: UnsafeBufferPointer<UInt8>, _ place: inout Int) -> Int16? {
        skipSpaces(item, &place)
        guard place < item.count else { return whole }
        guard item[place] == UInt8(ascii: ";") else { return nil }
        place += 1
        skipSpaces(item, &place)
        guard place + 2 < item.count, item[place] | 0x20 == UInt8(ascii: "q"), item[place + 1] == UInt8(ascii: "=")
        else {
            return nil
        }
        place += 2
        guard let first = digit(item[place]), first <= 1 else { return nil }
        var (weight, scale) = (first * whole, whole / 10)
        place += 1
        if place < item.count, item[place] == UInt8(ascii: ".") {
            place += 1
            while place < item.count, scale > 0, let digit = digit(item[place]) {
                weight += digit * scale
                scale /= 10
                place += 1
            }
        }
        skipSpaces(item, &place)
        return place == item.count && weight <= whole ? weight : nil
    }

    private static func digit(_ byte: UInt8) -> Int16? {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? Int16(byte - UInt8(ascii: "0")) : nil
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool { byte == UInt8(ascii: ";") || isSpace(byte) }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    private static func skipSpaces(_ item: UnsafeBufferPointer<UInt8>, _ place: inout Int) {
        while place < item.count, isSpace(item[place]) { place += 1 }
    }

    /// Returns true if a name equals a lower-case one; names are compared without regard to case.
    private static func equal(_ name: UnsafeBufferPointer<UInt8>, _ other: StaticString) -> Bool {
        guard name.count == other.utf8CodeUnitCount else { return false }
        for index in name.indices {
            let byte = name[index]
            let lower = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
            if lower != other.utf8Start[index] { return false }
        }
        return true
    }
}
