/// Writes values as pretty or canonical text.
package enum JSONFormatter {
    /// Returns the pretty text: two spaces per level, one value per line, a final line feed; numbers and strings as
    /// written.
    package static func pretty(_ value: JSONValue) -> [UInt8] {
        var writer = JSONWriter(pretty: true)
        writer.raw(value)
        return writer.bytes + [0x0A]
    }

    /// Returns the canonical text, in which equal values have equal bytes: RFC 8785, but with exact decimals, so that
    /// different numbers have different texts. Members are sorted by the UTF-16 units of their names.
    package static func canonical(_ value: JSONValue) -> [UInt8] {
        var bytes: [UInt8] = []
        appendCanonical(value, to: &bytes)
        return bytes
    }

    private static func appendCanonical(_ value: JSONValue, to bytes: inout [UInt8]) {
        switch value.kind {
        case .null, .boolean: bytes += value.rawBytes
        case .number: bytes += Array((value.number?.canonicalText ?? value.rawText).utf8)
        case .string: JSONQuoting.append(value.utf8 ?? [], to: &bytes)
        case .array:
            bytes.append(UInt8(ascii: "["))
            for (position, element) in value.elements.enumerated() {
                if position > 0 { bytes.append(UInt8(ascii: ",")) }
                appendCanonical(element, to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object:
            let members = value.members.map { (units: Array($0.name.utf16), member: $0) }
            let sorted = members.sorted { $0.units.lexicographicallyPrecedes($1.units) }
            bytes.append(UInt8(ascii: "{"))
            for (position, entry) in sorted.enumerated() {
                if position > 0 { bytes.append(UInt8(ascii: ",")) }
                JSONQuoting.append(entry.member.nameUTF8, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                appendCanonical(entry.member.value, to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }
}
