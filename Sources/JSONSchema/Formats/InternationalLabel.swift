import Foundation

/// The letters that a label of an internationalized host name may have (RFC 5891, section 5.4; RFC 5892).
enum InternationalLabel {
    static func isAllowed(_ label: [Unicode.Scalar]) -> Bool {
        guard let first = label.first, first != "-", label.last != "-" else { return false }
        if label.count >= 4 && label[2] == "-" && label[3] == "-" { return false }
        switch first.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: return false
        default: break
        }
        return label.indices.allSatisfy { isAllowed(label, at: $0) }
    }

    private static func isAllowed(_ label: [Unicode.Scalar], at index: Int) -> Bool {
        let scalar = label[index]
        if ContextualRule.applies(to: scalar) { return ContextualRule.isAllowed(label, at: index) }
        if alwaysAllowed.contains(scalar.value) { return true }
        if neverAllowed.contains(scalar.value) { return false }
        if scalar == "-" { return true }
        if scalar.isASCII { return scalar.properties.isLowercase || ("0"..."9").contains(scalar) }
        return isStable(scalar) && !isIgnorable(scalar) && isLetterOrDigit(scalar)
    }

    /// The exceptions of RFC 5892, section 2.6.
    private static let alwaysAllowed: Set<UInt32> = [0xDF, 0x3C2, 0x6FD, 0x6FE, 0xF0B, 0x3007]
    private static let neverAllowed: Set<UInt32> = [
        0x640, 0x7FA, 0x302E, 0x302F, 0x3031, 0x3032, 0x3033, 0x3034, 0x3035, 0x303B,
    ]

    /// Returns true if normalisation and case folding leave the letter unchanged.
    private static func isStable(_ scalar: Unicode.Scalar) -> Bool {
        let text = String(scalar)
        let folded = text.precomposedStringWithCompatibilityMapping.lowercased()
            .precomposedStringWithCompatibilityMapping
        return folded.unicodeScalars.elementsEqual(text.unicodeScalars)
    }

    private static func isIgnorable(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        if properties.isDefaultIgnorableCodePoint || properties.isWhitespace { return true }
        if properties.isNoncharacterCodePoint { return true }
        let blocks: [ClosedRange<UInt32>] = [
            0x1100...0x11FF, 0xA960...0xA97F, 0xD7B0...0xD7FF, 0x20D0...0x20FF, 0x1D100...0x1D24F,
        ]
        return blocks.contains { $0.contains(scalar.value) }
    }

    private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .lowercaseLetter, .uppercaseLetter, .otherLetter, .decimalNumber, .modifierLetter, .nonspacingMark,
            .spacingMark:
            true
        default: false
        }
    }
}
