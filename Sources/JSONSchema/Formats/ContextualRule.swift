/// The letters that host names may contain only beside certain others (RFC 5892, appendix A).
enum ContextualRule {
    /// Returns true if a letter has a contextual rule.
    static func applies(to scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x200C, 0x200D, 0xB7, 0x375, 0x5F3, 0x5F4, 0x30FB, 0x660...0x669, 0x6F0...0x6F9: true
        default: false
        }
    }

    /// Returns true if the rule of the letter at `index` is met.
    static func isAllowed(_ label: [Unicode.Scalar], at index: Int) -> Bool {
        let before = index > 0 ? label[index - 1] : nil
        let after = index + 1 < label.count ? label[index + 1] : nil
        switch label[index].value {
        case 0x200C: return isVirama(before) || joins(label, at: index)
        case 0x200D: return isVirama(before)
        case 0xB7: return before == "l" && after == "l"
        case 0x375: return after.map(isGreek) ?? false
        case 0x5F3, 0x5F4: return before.map(isHebrew) ?? false
        case 0x30FB: return label.contains(where: isJapanese)
        case 0x660...0x669: return !label.contains { (0x6F0...0x6F9).contains($0.value) }
        default: return !label.contains { (0x660...0x669).contains($0.value) }
        }
    }

    private static func isVirama(_ scalar: Unicode.Scalar?) -> Bool {
        scalar?.properties.canonicalCombiningClass == .virama
    }

    /// Returns true if the nearest letter before joins forward and the nearest one after joins backward; marks are
    /// skipped.
    private static func joins(_ label: [Unicode.Scalar], at index: Int) -> Bool {
        let before = label[..<index].last { !isTransparent($0) }
        let after = label[(index + 1)...].first { !isTransparent($0) }
        guard let before, let after else { return false }
        return joining(before) == .both && joining(after) != nil
    }

    private static func isTransparent(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: true
        default: false
        }
    }

    private enum Joining { case both, backward }

    /// Returns how an Arabic or Syriac letter joins its neighbours; nil if it does not join.
    private static func joining(_ scalar: Unicode.Scalar) -> Joining? {
        switch scalar.value {
        case 0x621, 0x640, 0x674, 0x6D4, 0x6D5: scalar.value == 0x6D5 ? .backward : nil
        case 0x622...0x625, 0x627, 0x629, 0x62F...0x632, 0x648, 0x671...0x673, 0x675...0x677, 0x688...0x699, 0x6C0,
            0x6C3...0x6CB, 0x6CD, 0x6CF, 0x6D2, 0x6D3, 0x6EE, 0x6EF, 0x759...0x75B, 0x76B, 0x76C, 0x771, 0x773, 0x774,
            0x778, 0x779, 0x710, 0x715...0x719, 0x71E, 0x728, 0x72A, 0x72C, 0x72F, 0x74D:
            .backward
        case 0x620...0x64A, 0x66E...0x6D3, 0x6FA...0x6FC, 0x6FF, 0x750...0x77F, 0x712...0x72F, 0x74E...0x74F: .both
        default: nil
        }
    }

    private static func isGreek(_ scalar: Unicode.Scalar) -> Bool {
        (0x370...0x3FF).contains(scalar.value) || (0x1F00...0x1FFF).contains(scalar.value)
    }

    private static func isHebrew(_ scalar: Unicode.Scalar) -> Bool {
        (0x591...0x5F4).contains(scalar.value) || (0xFB1D...0xFB4F).contains(scalar.value)
    }

    /// Returns true for Hiragana, Katakana and Han.
    private static func isJapanese(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x3041...0x309F, 0x30A1...0x30FA, 0x30FC...0x30FF, 0x31F0...0x31FF, 0x3005, 0x3007, 0x3021...0x3029,
            0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF:
            true
        default: false
        }
    }
}
