import JSONText

/// The first places of a document that contain a byte string.
struct TextPlaces {
    /// The number of bytes of a line that an excerpt shows before the byte string and after it.
    private static let margin = 40

    /// A place: the JSON Pointer, nil if the document is not JSON; the line, from 1; and the part of the line around
    /// the byte string.
    struct Place {
        let pointer: JSONPointer?
        let line: Int
        let excerpt: String
    }

    private(set) var places: [Place] = []

    /// Finds up to `limit` places, at most one per line.
    init(of needle: [UInt8], in bytes: [UInt8], limit: Int) {
        let document = try? JSONDocument(parsing: bytes, limits: .console)
        let lines = document?.lines ?? LineTable(bytes)
        var start = 0
        var lastLine = 0
        while places.count < limit, let offset = Self.offset(of: needle, in: bytes, from: start) {
            start = offset + needle.count
            let line = lines.position(at: offset).line
            guard line != lastLine else { continue }
            lastLine = line
            places.append(
                Place(
                    pointer: document.map { Self.pointer(at: offset, in: $0) }, line: line,
                    excerpt: Self.excerpt(offset..<start, bytes)))
        }
    }

    private static func offset(of needle: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        guard let first = needle.first, bytes.count >= needle.count else { return nil }
        var offset = start
        while offset <= bytes.count - needle.count {
            if bytes[offset] == first, bytes[offset..<(offset + needle.count)].elementsEqual(needle) { return offset }
            offset += 1
        }
        return nil
    }

    /// Returns the pointer of the innermost value at an offset; for an offset in the name of a member, that of the
    /// member.
    private static func pointer(at offset: Int, in document: JSONDocument) -> JSONPointer {
        var pointer = JSONPointer()
        var value = document.root
        while true {
            if value.kind == .object, let member = value.members.first(where: { $0.value.range.upperBound > offset }) {
                guard member.nameRange.lowerBound <= offset else { return pointer }
                pointer = pointer.appending(member.name)
                guard member.value.range.contains(offset) else { return pointer }
                value = member.value
            } else if value.kind == .array {
                var position = 0
                var found: JSONValue?
                for item in value.elements {
                    if item.range.upperBound > offset {
                        found = item.range.contains(offset) ? item : nil
                        break
                    }
                    position += 1
                }
                guard let found else { return pointer }
                pointer = pointer.appending(position)
                value = found
            } else {
                return pointer
            }
        }
    }

    /// Returns the part of a line around a range, without cutting a character in two.
    private static func excerpt(_ range: Range<Int>, _ bytes: [UInt8]) -> String {
        var lower = range.lowerBound
        while lower > 0, bytes[lower - 1] != 0x0A, range.lowerBound - lower < margin || bytes[lower] & 0xC0 == 0x80 {
            lower -= 1
        }
        var upper = range.upperBound
        while upper < bytes.count, bytes[upper] != 0x0A,
            upper - range.upperBound < margin || bytes[upper] & 0xC0 == 0x80
        {
            upper += 1
        }
        return String(decoding: bytes[lower..<upper], as: UTF8.self)
    }
}
