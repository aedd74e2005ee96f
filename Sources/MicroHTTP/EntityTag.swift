/// Entity tags and the evaluation of If-None-Match (RFC 9110, sections 8.8.3 and 13.1.2).
package enum EntityTag {
    /// Returns a strong tag of some bytes: their 64-bit FNV-1a hash and their length. Only for files of the
    /// installation; untrusted content needs a cryptographic hash.
    static func strong(of bytes: [UInt8]) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return "\"\(String(hash, radix: 16))-\(String(bytes.count, radix: 16))\""
    }

    /// Returns true if a field value contains the tag or `*`, by weak comparison; false without a value.
    package static func matches(_ field: String?, _ tag: String) -> Bool {
        guard let field else { return false }
        return matches(Array(field.utf8), Array(tag.utf8))
    }

    /// Returns true if the bytes of a field value contain the tag or `*`; a malformed list is read up to its fault.
    package static func matches(_ field: [UInt8], _ tag: [UInt8]) -> Bool {
        let opaque = tag.count >= 2 ? tag.span.extracting(1..<tag.count - 1) : tag.span
        return matches(field, opaque, .identity)
    }

    /// Returns true if the bytes of a field value contain the entity tag of a response in one coding, or `*`. That tag
    /// is `tag`, which has no quotation marks, followed by the suffix of the coding. A malformed list is read up to its
    /// fault. Allocates no memory.
    package static func matches(_ field: [UInt8], _ tag: Span<UInt8>, _ coding: ContentCoding) -> Bool {
        let field = field.span
        let quote = UInt8(ascii: "\"")
        var index = 0
        while index < field.count {
            let byte = field[index]
            if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: ",") {
                index += 1
                continue
            }
            if byte == UInt8(ascii: "*") { return true }
            if byte == UInt8(ascii: "W"), index + 1 < field.count, field[index + 1] == UInt8(ascii: "/") { index += 2 }
            guard index < field.count, field[index] == quote else { return false }
            var end = index + 1
            while end < field.count, field[end] != quote { end += 1 }
            guard end < field.count else { return false }
            if isEqual(field.extracting(index + 1..<end), tag, coding.tagSuffix) { return true }
            index = end + 1
        }
        return false
    }

    private static func isEqual(_ opaque: Span<UInt8>, _ tag: Span<UInt8>, _ suffix: StaticString) -> Bool {
        guard opaque.count == tag.count + suffix.utf8CodeUnitCount else { return false }
        for index in 0..<tag.count where opaque[index] != tag[index] { return false }
        for index in 0..<suffix.utf8CodeUnitCount where opaque[tag.count + index] != suffix.utf8Start[index] {
            return false
        }
        return true
    }
}

extension ContentCoding {
    /// The end of the entity tags of responses in this coding, so that every coding has tags of its own.
    package var tagSuffix: StaticString {
        switch self {
        case .identity: ""
        case .gzip: "-gzip"
        case .brotli: "-br"
        }
    }
}
