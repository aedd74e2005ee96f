import SchemaRepository

/// A set of characters written in a regular expression.
struct CharacterRanges {
    var ranges: [ClosedRange<Unicode.Scalar>]
    var isNegated = false

    static let digits = CharacterRanges(ranges: ["0"..."9"])
    static let word = CharacterRanges(ranges: ["0"..."9", "A"..."Z", "a"..."z", "_"..."_"])
    static let space = CharacterRanges(
        ranges: [
            "\t"..."\r", " "..." ", "\u{A0}"..."\u{A0}", "\u{1680}"..."\u{1680}", "\u{2000}"..."\u{200A}",
            "\u{2028}"..."\u{2029}", "\u{202F}"..."\u{202F}", "\u{205F}"..."\u{205F}", "\u{3000}"..."\u{3000}",
            "\u{FEFF}"..."\u{FEFF}",
        ])
    static let anything = CharacterRanges(
        ranges: ["\n"..."\n", "\r"..."\r", "\u{2028}"..."\u{2029}"], isNegated: true)

    func contains(_ scalar: Unicode.Scalar) -> Bool { ranges.contains { $0.contains(scalar) } != isNegated }

    /// True if the set contains a character that the place of a mask accepts. Also true if it would take too long to
    /// find out.
    func mayMeet(_ place: InputMask.Place) -> Bool {
        switch place {
        case .digit: "0123456789".unicodeScalars.contains { contains($0) }
        case .literal(let character):
            // A regular expression matches a character of several Unicode scalars as several characters.
            character.unicodeScalars.count > 1 || character.unicodeScalars.allSatisfy(contains)
        case .letter, .lowercase: mayHaveScalar { place.accepts(Character($0)) }
        case .either: mayMeet(.digit) || mayMeet(.letter)
        }
    }

    private func mayHaveScalar(where isWanted: (Unicode.Scalar) -> Bool) -> Bool {
        if isNegated { return true }
        return ranges.contains { range in
            let values = range.lowerBound.value...range.upperBound.value
            return values.count > 512 || values.contains { Unicode.Scalar($0).map(isWanted) ?? false }
        }
    }
}
