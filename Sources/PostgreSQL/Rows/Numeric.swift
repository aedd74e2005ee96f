/// The text of a `numeric`, decoded from groups of four digits.
struct Numeric: CustomStringConvertible {
    let description: String

    init(decoding cell: Cell) throws(PostgreSQLError) {
        let bytes = try cell.bytes(of: [.numeric], as: "a number")
        var words: [UInt16] = []
        var rest = bytes
        while rest.count >= 2 {
            words.append(UInt16(bigEndianBytes: rest.prefix(2)))
            rest = rest.dropFirst(2)
        }
        // PostgreSQL sends four words: the number of groups, the weight of the first group, the sign and the number of
        // decimal places. The groups follow.
        guard words.count >= 4, words.count == 4 + Int(words[0]) else { throw cell.mismatch("a number") }
        switch words[2] {
        case 0x0000, 0x4000: break
        default: throw cell.mismatch("a finite number")
        }
        let groups = Array(words[4...])
        let weight = Int(Int16(bitPattern: words[1]))
        let scale = Int(words[3])
        func digits(_ index: Int) -> String {
            let group = groups.indices.contains(index) ? String(groups[index]) : "0"
            return String(repeating: "0", count: max(0, 4 - group.count)) + group
        }
        let whole = weight < 0 ? "0" : (0...weight).map(digits).joined()
        let trimmed = whole.drop { $0 == "0" }
        var text = words[2] == 0x4000 ? "-" : ""
        text += trimmed.isEmpty ? "0" : String(trimmed)
        if scale > 0 {
            let groupCount = (scale + 3) / 4
            let fraction = (1...groupCount).map { digits(weight + $0) }.joined()
            text += "." + fraction.prefix(scale)
        }
        description = text
    }
}
