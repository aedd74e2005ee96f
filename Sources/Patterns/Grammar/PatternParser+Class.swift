extension PatternParser {
    /// Parses a character class after its “[” (CharacterClass).
    mutating func characterClass(begin: Int) throws(PatternError) -> CharacterSet {
        var set = CharacterSet()
        let isNegative = take("^")
        while true {
            guard peek != nil else { throw error("This “[” is never closed", at: begin) }
            if take("]") { break }
            let place = offset
            let first = try classAtom()
            guard peek == "-", offset + 1 < scalars.count, scalars[offset + 1] != 0x5D else {
                first.insert(into: &set)
                continue
            }
            offset += 1
            let last = try classAtom()
            guard case .character(let lowest) = first, case .character(let highest) = last else {
                throw error("A range in “[…]” must begin and end with a single character", at: place)
            }
            guard lowest <= highest else { throw error("The ends of this range are out of order", at: place) }
            set.insert(lowest...highest)
        }
        set.isNegative = isNegative
        return set
    }

    private enum ClassAtom {
        case character(UInt32)
        case set(CharacterSet)

        func insert(into set: inout CharacterSet) {
            switch self {
            case .character(let value): set.insert(value...value)
            case .set(let other): set.formUnion(other)
            }
        }
    }

    private mutating func classAtom() throws(PatternError) -> ClassAtom {
        let begin = offset
        guard let next = peek else { throw error("A “[” is never closed") }
        offset += 1
        guard next == "\\" else { return .character(next.value) }
        if take("b") { return .character(0x08) }
        if take("-") { return .character(0x2D) }
        if let set = try classEscape(begin: begin) { return .set(set) }
        return .character(try characterEscape(begin: begin))
    }
}
