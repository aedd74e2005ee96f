/// Hashes of member names. They are stored with the nodes, so that most names are compared without decoding them.
///
/// The seed differs between processes, so that nobody can prepare an object whose names all collide.
enum NameHash {
    /// The seed of this process.
    static let seed = UInt64.random(in: .min ... .max)
    private static let secret: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// Returns the hash of bytes without escapes.
    @inline(__always)
    static func of(_ bytes: borrowing Span<UInt8>, in range: Range<Int>, seed: UInt64 = seed) -> UInt32 {
        UInt32(truncatingIfNeeded: wide(bytes, in: range, seed: seed))
    }

    /// Returns the hash of bytes in 64 bits, of which `of` keeps 32.
    @inline(__always)
    static func wide(_ bytes: borrowing Span<UInt8>, in range: Range<Int>, seed: UInt64 = seed) -> UInt64 {
        var state = seed ^ UInt64(truncatingIfNeeded: range.count)
        var offset = range.lowerBound
        while offset < range.upperBound {
            let end = min(offset + 8, range.upperBound)
            var word: UInt64 = 0
            while offset < end {
                word = word << 8 | UInt64(bytes[offset])
                offset += 1
            }
            state = mix(state ^ word)
        }
        return mix(state)
    }

    /// Returns the hash of decoded bytes.
    static func of(_ bytes: [UInt8]) -> UInt32 { of(bytes.span, in: 0..<bytes.count) }

    /// Returns a value that depends on every bit of the given one.
    @inline(__always)
    static func mix(_ value: UInt64) -> UInt64 {
        let product = value.multipliedFullWidth(by: secret)
        return product.high ^ product.low
    }
}
