/// The address of a repository by its content: SHA-256 (FIPS 180-4) over every path and every file's bytes.
///
/// Each path and each content is preceded by its length, so that no two repositories feed the same bytes.
struct ContentAddress {
    private var state: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
    private var pending: [UInt8] = []
    private var length: UInt64 = 0

    /// The address of these documents, in lower-case hexadecimal digits.
    static func of(_ documents: [SchemaDocument]) -> String {
        var address = ContentAddress()
        for document in documents {
            let path = Array(document.path.utf8)
            address.add(bigEndian(UInt64(path.count)) + path + bigEndian(UInt64(document.bytes.count)))
            address.add(document.bytes)
        }
        return address.finished()
    }

    private mutating func add(_ bytes: [UInt8]) {
        length += UInt64(bytes.count)
        pending += bytes
        var start = 0
        while pending.count - start >= 64 {
            mix(pending[start..<(start + 64)])
            start += 64
        }
        pending.removeFirst(start)
    }

    private mutating func finished() -> String {
        let bits = length * 8
        pending.append(0x80)
        while pending.count % 64 != 56 { pending.append(0) }
        pending += Self.bigEndian(bits)
        for start in stride(from: 0, to: pending.count, by: 64) { mix(pending[start..<(start + 64)]) }
        return state.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
            .map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }

    private mutating func mix(_ block: ArraySlice<UInt8>) {
        var words: [UInt32] = []
        words.reserveCapacity(64)
        for start in stride(from: block.startIndex, to: block.endIndex, by: 4) {
            words.append(block[start..<(start + 4)].reduce(0) { $0 << 8 | UInt32($1) })
        }
        for index in 16..<64 {
            let (early, late) = (words[index - 15], words[index - 2])
            let first = Self.turn(early, 7) ^ Self.turn(early, 18) ^ early >> 3
            let second = Self.turn(late, 17) ^ Self.turn(late, 19) ^ late >> 10
            words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
        }
        var round = state
        for index in 0..<64 {
            let (a, e) = (round[0], round[4])
            let choice = (e & round[5]) ^ (~e & round[6])
            let majority = (a & round[1]) ^ (a & round[2]) ^ (round[1] & round[2])
            let first =
                round[7] &+ (Self.turn(e, 6) ^ Self.turn(e, 11) ^ Self.turn(e, 25)) &+ choice
                &+ Self.constants[index] &+ words[index]
            let second = (Self.turn(a, 2) ^ Self.turn(a, 13) ^ Self.turn(a, 22)) &+ majority
            round = [first &+ second, a, round[1], round[2], round[3] &+ first, e, round[5], round[6]]
        }
        for index in 0..<8 { state[index] = state[index] &+ round[index] }
    }

    private static func turn(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

    private static func bigEndian(_ number: UInt64) -> [UInt8] {
        stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> UInt64($0)) }
    }

    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}
