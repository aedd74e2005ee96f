/// Parses the part of ECMA-262's regular expressions that `PatternAutomaton` supports.
struct PatternReader {
    indirect enum Expression {
        case characters(CharacterRanges)
        case start, end
        case sequence([Expression])
        case alternatives([Expression])
        case repeated(Expression, least: Int, most: Int?)
    }

    private var rest: Substring.UnicodeScalarView

    init(_ pattern: String) { rest = Substring(pattern).unicodeScalars }

    /// Parses the whole pattern; nil if it contains anything unsupported.
    mutating func read() -> Expression? {
        guard let expression = alternatives(), rest.isEmpty else { return nil }
        return expression
    }

    private mutating func alternatives() -> Expression? {
        var branches: [Expression] = []
        repeat {
            guard let branch = sequence() else { return nil }
            branches.append(branch)
        } while take("|")
        return branches.count == 1 ? branches[0] : .alternatives(branches)
    }

    private mutating func sequence() -> Expression? {
        var parts: [Expression] = []
        while let next = rest.first, next != "|", next != ")" {
            guard let atom = atom(), let part = repeated(atom) else { return nil }
            parts.append(part)
        }
        return .sequence(parts)
    }

    private mutating func atom() -> Expression? {
        guard let scalar = rest.popFirst() else { return nil }
        switch scalar {
        case "^": return .start
        case "$": return .end
        case ".": return .characters(.anything)
        case "(": return group()
        case "[": return characterClass().map(Expression.characters)
        case "\\": return escape().map(Expression.characters)
        case "*", "+", "?", "{", "}", "]": return nil
        default: return .characters(CharacterRanges(ranges: [scalar...scalar]))
        }
    }

    private mutating func group() -> Expression? {
        // `(?` begins a group with a special meaning, for example a look-around; only `(?:` is supported.
        if take("?"), !take(":") { return nil }
        guard let inner = alternatives(), take(")") else { return nil }
        return inner
    }

    private mutating func repeated(_ atom: Expression) -> Expression? {
        let bounds: (least: Int, most: Int?)
        if take("*") {
            bounds = (0, nil)
        } else if take("+") {
            bounds = (1, nil)
        } else if take("?") {
            bounds = (0, 1)
        } else if take("{") {
            guard let counted = counts() else { return nil }
            bounds = counted
        } else {
            return atom
        }
        // A lazy repetition matches the same texts as a greedy one.
        _ = take("?")
        return .repeated(atom, least: bounds.least, most: bounds.most)
    }

    private mutating func counts() -> (least: Int, most: Int?)? {
        guard let least = number() else { return nil }
        if take("}") { return (least, least) }
        guard take(",") else { return nil }
        if take("}") { return (least, nil) }
        guard let most = number(), take("}"), most >= least else { return nil }
        return (least, most)
    }

    private mutating func number() -> Int? {
        let digits = rest.prefix { ("0"..."9").contains($0) }
        rest = rest.dropFirst(digits.count)
        return Int(String(digits)).flatMap { $0 <= 1_000 ? $0 : nil }
    }

    private mutating func characterClass() -> CharacterRanges? {
        var result = CharacterRanges(ranges: [], isNegated: take("^"))
        while let scalar = rest.popFirst() {
            if scalar == "]" { return result }
            var first = CharacterRanges(ranges: [scalar...scalar])
            if scalar == "\\" {
                guard let escaped = escape(), !escaped.isNegated else { return nil }
                first = escaped
            }
            if rest.first == "-", rest.dropFirst().first != "]" {
                rest.removeFirst()
                guard let lower = single(first), let next = rest.popFirst(), let upper = bound(next), lower <= upper
                else { return nil }
                result.ranges.append(lower...upper)
            } else {
                result.ranges += first.ranges
            }
        }
        return nil
    }

    private mutating func bound(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        guard scalar == "\\" else { return scalar }
        return escape().flatMap(single)
    }

    private func single(_ set: CharacterRanges) -> Unicode.Scalar? {
        guard set.ranges.count == 1, set.ranges[0].lowerBound == set.ranges[0].upperBound, !set.isNegated else {
            return nil
        }
        return set.ranges[0].lowerBound
    }

    /// Parses what follows a backslash; nil for back references, word boundaries, Unicode properties and numeric
    /// character codes.
    private mutating func escape() -> CharacterRanges? {
        guard let scalar = rest.popFirst() else { return nil }
        switch scalar {
        case "d": return .digits
        case "w": return .word
        case "s": return .space
        case "D": return CharacterRanges(ranges: CharacterRanges.digits.ranges, isNegated: true)
        case "W": return CharacterRanges(ranges: CharacterRanges.word.ranges, isNegated: true)
        case "S": return CharacterRanges(ranges: CharacterRanges.space.ranges, isNegated: true)
        case "t": return CharacterRanges(ranges: ["\t"..."\t"])
        case "n": return CharacterRanges(ranges: ["\n"..."\n"])
        case "r": return CharacterRanges(ranges: ["\r"..."\r"])
        case "a"..."z", "A"..."Z", "0"..."9": return nil
        default: return CharacterRanges(ranges: [scalar...scalar])
        }
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard rest.first == scalar else { return false }
        rest.removeFirst()
        return true
    }
}
