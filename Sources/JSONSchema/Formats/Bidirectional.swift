/// The Bidi rule for host names with right-to-left letters (RFC 5893, section 2).
enum Bidirectional {
    /// Returns true if a letter makes the rule apply to its name: classes R, AL and AN.
    static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch direction(scalar) {
        case .rightToLeft, .arabicNumber: true
        default: false
        }
    }

    /// Returns true if a label meets the six conditions of the rule.
    static func isAllowed(_ label: [Unicode.Scalar]) -> Bool {
        let directions = label.map(direction)
        guard let last = directions.last(where: { $0 != .mark }) else { return false }
        switch directions.first {
        case .rightToLeft:
            if directions.contains(.leftToRight) { return false }
            if directions.contains(.number) && directions.contains(.arabicNumber) { return false }
            return [.rightToLeft, .number, .arabicNumber].contains(last)
        case .leftToRight:
            if directions.contains(.rightToLeft) || directions.contains(.arabicNumber) { return false }
            return [.leftToRight, .number].contains(last)
        default: return false
        }
    }

    private enum Direction { case leftToRight, rightToLeft, number, arabicNumber, mark, neutral }

    /// Returns the class of a scalar that a host name may contain; letters are classified by their blocks.
    private static func direction(_ scalar: Unicode.Scalar) -> Direction {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return .mark
        default: break
        }
        switch scalar.value {
        case 0x30...0x39, 0x6F0...0x6F9: return .number
        case 0x660...0x669, 0x66B, 0x66C, 0x10E60...0x10E7E: return .arabicNumber
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: return .rightToLeft
        case 0x2D, 0x200C, 0x200D: return .neutral
        default: return .leftToRight
        }
    }
}
