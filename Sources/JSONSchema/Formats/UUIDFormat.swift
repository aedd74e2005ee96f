/// The format of UUIDs (RFC 4122, section 3), of any version and variant.
enum UUIDFormat {
    static func accepts(_ text: [UInt8]) -> Bool {
        guard text.count == 36 else { return false }
        return text.enumerated().allSatisfy { index, byte in
            [8, 13, 18, 23].contains(index) ? byte == 0x2D : ASCII.isHexadecimal(byte)
        }
    }
}
