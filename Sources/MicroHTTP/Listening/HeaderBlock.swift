internal import CMicroHTTPD
import Foundation
import HTTPTypes

/// The header fields of one request, verified against the bytes they were parsed from.
///
/// libmicrohttpd silently cuts a field at a NUL, joins folded lines and accepts a lone line feed as a line end. But it
/// parses in place: method, target, version, names and values stay where they arrived, each ended by the zeros that
/// replaced its delimiter. So the parts must cover every byte from the method to the end of the block; otherwise
/// something was dropped, joined or moved, and the request is refused. With a library that parsed elsewhere every
/// request would be refused, which tests would show at once.
///
/// It cannot be copied: a copy would change the reference counts of its arrays, at every request.
struct HeaderBlock: ~Copyable {
    private(set) var fieldCount = 0
    private(set) var hostCount = 0
    private(set) var contentLengths = 0
    private(set) var contentLength: UInt64 = 0
    private(set) var transferEncodings = 0
    private(set) var isChunked = false
    private(set) var isWellFormed = true
    /// True if the client waits for status 100 before it sends the body.
    private(set) var expectsContinue = false
    private(set) var expectsUnknown = false
    /// The first If-None-Match value; points into the connection's memory and is valid until the request ends.
    private(set) var ifNoneMatch: UnsafeBufferPointer<UInt8>?
    /// The values of further If-None-Match fields, which continue the list of the first.
    private(set) var furtherNoneMatch: [UnsafeBufferPointer<UInt8>] = []
    /// The codings that the client accepts.
    private(set) var acceptedCodings = AcceptedCodings()
    /// The parsed fields, if `collecting` was true.
    private(set) var fields: HTTPFields?

    private var cursor: UnsafePointer<UInt8>
    private let end: UnsafePointer<UInt8>
    private let injected: InjectedNames?

    /// The names of the two fields that Galley adds itself, recognized by their addresses.
    typealias InjectedNames = (UnsafePointer<CChar>, UnsafePointer<CChar>)

    /// Reads the header block of a request whose header fields are complete.
    ///
    /// `target`: The start of the target, and its length before the library decoded it.
    /// `collecting`: True to fill `fields`.
    /// `injected`: The names of fields that Galley added itself; these fields are skipped.
    static func read(
        of connection: OpaquePointer, method: UnsafePointer<CChar>, target: (start: UnsafePointer<CChar>, count: Int),
        version: UnsafePointer<CChar>, collecting: Bool, skipping injected: InjectedNames? = nil
    ) -> HeaderBlock {
        let size = size(of: connection)
        var block = HeaderBlock(method: method, size: size, collecting: collecting, skipping: injected)
        block.beginLine(method: method, target: target, version: version)
        withUnsafeMutablePointer(to: &block) { block in
            _ = MHD_get_connection_values_n(
                connection, .HEADER_KIND,
                { block, _, name, nameCount, value, valueCount in
                    guard let block, let name else { return .NO }
                    return block.assumingMemoryBound(to: HeaderBlock.self).pointee
                        .add(name: name, count: nameCount, value: value, valueCount: valueCount) ? .YES : .NO
                }, block)
        }
        block.endLine()
        if block.cursor != block.end { block.isWellFormed = false }
        return block
    }

    /// Returns the length of the request line and header fields in bytes.
    static func size(of connection: OpaquePointer) -> Int {
        galley_connection_info(connection, .CONNECTION_INFO_REQUEST_HEADER_SIZE)?.pointee.header_size ?? 0
    }

    private init(
        method: UnsafePointer<CChar>, size: Int, collecting: Bool, skipping injected: InjectedNames?
    ) {
        cursor = UnsafeRawPointer(method).assumingMemoryBound(to: UInt8.self)
        end = cursor + size
        self.injected = injected
        fields = collecting ? HTTPFields() : nil
    }

    /// Checks the request line: one space between its parts.
    private mutating func beginLine(
        method: UnsafePointer<CChar>, target: (start: UnsafePointer<CChar>, count: Int), version: UnsafePointer<CChar>
    ) {
        cursor += strlen(method) + 1
        guard cursor == UnsafeRawPointer(target.start).assumingMemoryBound(to: UInt8.self) else {
            isWellFormed = false
            return
        }
        cursor += target.count + 1
        guard cursor == UnsafeRawPointer(version).assumingMemoryBound(to: UInt8.self) else {
            isWellFormed = false
            return
        }
        cursor += strlen(version)
        endLine()
    }

    private mutating func endLine() {
        guard end - cursor >= 2, cursor[0] == 0, cursor[1] == 0 else {
            isWellFormed = false
            return
        }
        cursor += 2
    }

    private mutating func add(
        name: UnsafePointer<CChar>, count: Int, value: UnsafePointer<CChar>?, valueCount: Int
    ) -> Bool {
        if let injected, name == injected.0 || name == injected.1 { return true }
        fieldCount += 1
        let bytes = UnsafeRawPointer(name).assumingMemoryBound(to: UInt8.self)
        guard isWellFormed, bytes == cursor, count > 0, end - cursor > count, Self.isToken(bytes, count) else {
            isWellFormed = false
            return false
        }
        cursor += count + 1
        while cursor < end, cursor[0] == UInt8(ascii: " ") || cursor[0] == UInt8(ascii: "\t") { cursor += 1 }
        guard let value, UnsafeRawPointer(value).assumingMemoryBound(to: UInt8.self) == cursor,
            end - cursor > valueCount,
            Self.isPrintable(cursor, valueCount)
        else {
            isWellFormed = false
            return false
        }
        let content = UnsafeBufferPointer(start: cursor, count: valueCount)
        cursor += valueCount
        endLine()
        note(bytes, count, content)
        if fields != nil {
            let name = String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
            let value = String(decoding: Self.trimmed(content), as: UTF8.self)
            if let name = HTTPField.Name(name) { fields?.append(HTTPField(name: name, value: value)) }
        }
        return isWellFormed
    }

    /// Records the fields that the listeners evaluate themselves, such as those that determine where a request ends.
    private mutating func note(_ name: UnsafePointer<UInt8>, _ count: Int, _ value: UnsafeBufferPointer<UInt8>) {
        switch count {
        case 4 where Self.equal(name, "host", count):
            hostCount += 1
            // The field may be empty, for a target without a host; any other invalid value is answered with 400 (RFC
            // 9112, section 3.2).
            let host = Self.trimmed(value)
            if !host.isEmpty, !Authority.isValid(host.span) { isWellFormed = false }
        case 6 where Self.equal(name, "expect", count):
            if Self.equal(Self.trimmed(value), "100-continue") { expectsContinue = true } else { expectsUnknown = true }
        case 13 where Self.equal(name, "if-none-match", count):
            if ifNoneMatch == nil { ifNoneMatch = value } else { furtherNoneMatch.append(value) }
        case 14 where Self.equal(name, "content-length", count):
            contentLengths += 1
            if let length = Self.length(Self.trimmed(value)) { contentLength = length } else { isWellFormed = false }
        case 15 where Self.equal(name, "accept-encoding", count): acceptedCodings.add(value)
        case 17 where Self.equal(name, "transfer-encoding", count):
            transferEncodings += 1
            isChunked = Self.equal(Self.trimmed(value), "chunked")
        default: break
        }
    }

    /// Parses a length of at most 18 digits, which cannot overflow; nil for any other text.
    private static func length(_ text: UnsafeBufferPointer<UInt8>) -> UInt64? {
        guard !text.isEmpty, text.count <= 18 else { return nil }
        var length: UInt64 = 0
        for digit in text {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            length = length * 10 + UInt64(digit - UInt8(ascii: "0"))
        }
        return length
    }

    private static func equal(_ name: UnsafePointer<UInt8>, _ other: StaticString, _ count: Int) -> Bool {
        strncasecmp(
            UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self),
            UnsafeRawPointer(other.utf8Start).assumingMemoryBound(to: CChar.self), count) == 0
    }

    private static func equal(_ value: UnsafeBufferPointer<UInt8>, _ other: StaticString) -> Bool {
        guard let start = value.baseAddress, value.count == other.utf8CodeUnitCount else { return false }
        return equal(start, other, value.count)
    }

    private static func trimmed(_ value: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        var count = value.count
        while count > 0, value[count - 1] == UInt8(ascii: " ") || value[count - 1] == UInt8(ascii: "\t") { count -= 1 }
        return UnsafeBufferPointer(start: value.baseAddress, count: count)
    }

    /// Returns true if all bytes are valid in a field name; a space before the colon is not (RFC 9112, section 5.1).
    private static func isToken(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        for index in 0..<count {
            switch bytes[index] {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "!"),
                UInt8(ascii: "#")...UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "."),
                UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
                continue
            default: return false
            }
        }
        return true
    }

    /// Returns true if no byte is a control character other than the tab (RFC 9110, section 5.5).
    private static func isPrintable(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        // A loop without branches can be vectorized.
        var found: UInt8 = 0
        for index in 0..<count {
            let byte = bytes[index]
            let isControl: UInt8 = byte < 0x20 ? 1 : 0
            let isTab: UInt8 = byte == 0x09 ? 1 : 0
            let isDelete: UInt8 = byte == 0x7F ? 1 : 0
            found |= (isControl ^ isTab) | isDelete
        }
        return found == 0
    }
}
