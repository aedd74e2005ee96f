extension PatternParser {
    /// Parses an escape outside a class after its backslash, except `\b` and `\B` (AtomEscape).
    mutating func atomEscape(begin: Int) throws(PatternError) -> PatternNode {
        guard let next = peek else { throw error("The pattern ends with a lone “\\”", at: begin) }
        if ("1"..."9").contains(next) { return numberedReference(begin: begin) }
        if take("k") { return try namedReference(begin: begin) }
        if let set = try classEscape(begin: begin) { return .set(set) }
        return .character(try characterEscape(begin: begin))
    }

    /// Parses `\d`, `\s`, `\w`, `\p{…}` or their complements; nil for any other escape (CharacterClassEscape).
    mutating func classEscape(begin: Int) throws(PatternError) -> CharacterSet? {
        if take("d") { return .digits }
        if take("D") { return .digits.inverted }
        if take("s") { return .space }
        if take("S") { return .space.inverted }
        if take("w") { return .word }
        if take("W") { return .word.inverted }
        guard peek == "p" || peek == "P" else { return nil }
        let isNegative = peek == "P"
        offset += 1
        guard take("{") else { throw error("“\\p” must be followed by a property, as in “\\p{L}”", at: begin) }
        var name = ""
        while let next = peek, next != "}" {
            name.unicodeScalars.append(next)
            offset += 1
        }
        guard take("}") else { throw error("This “\\p{” is never closed", at: begin) }
        guard let property = UnicodeProperty(name) else {
            throw error("“\\p{\(name)}” is not a Unicode property", at: begin)
        }
        if let ranges = property.ranges { return CharacterSet(ranges, isNegative: isNegative) }
        return CharacterSet(CharacterSet.Property(property: property, isNegative: isNegative))
    }

    /// Parses an escaped character after its backslash (CharacterEscape).
    mutating func characterEscape(begin: Int) throws(PatternError) -> UInt32 {
        guard let next = peek else { throw error("The pattern ends with a lone “\\”", at: begin) }
        offset += 1
        switch next {
        case "t": return 0x09
        case "n": return 0x0A
        case "v": return 0x0B
        case "f": return 0x0C
        case "r": return 0x0D
        case "0":
            if let digit = peek, ("0"..."9").contains(digit) {
                throw error("“\\0” must not be followed by a digit", at: begin)
            }
            return 0
        case "c":
            guard let letter = peek, ("a"..."z").contains(letter) || ("A"..."Z").contains(letter) else {
                throw error("“\\c” must be followed by a letter", at: begin)
            }
            offset += 1
            return letter.value & 31
        case "x":
            guard let value = hexadecimal(digits: 2) else {
                throw error("“\\x” must be followed by two hexadecimal digits", at: begin)
            }
            return value
        case "u": return try unicodeEscape(begin: begin)
        case "^", "$", "\\", ".", "*", "+", "?", "(", ")", "[", "]", "{", "}", "|", "/": return next.value
        default: throw error("“\\\(next)” has no meaning; a plain “\(next)” needs no backslash", at: begin)
        }
    }

    /// Parses the rest of `\u`: four digits, a surrogate pair, or digits in braces.
    mutating func unicodeEscape(begin: Int) throws(PatternError) -> UInt32 {
        if take("{") {
            var value: UInt32 = 0
            var count = 0
            while let next = peek, let digit = next.hexadecimalValue {
                value = min(value << 4 | digit, 0x11_0000)
                count += 1
                offset += 1
            }
            guard count > 0, value <= CharacterSet.highest, take("}") else {
                throw error("“\\u{…}” must contain a code point up to 10FFFF", at: begin)
            }
            return value
        }
        guard let unit = hexadecimal(digits: 4) else {
            throw error("“\\u” must be followed by four hexadecimal digits", at: begin)
        }
        guard (0xD800...0xDBFF).contains(unit) else { return unit }
        let before = offset
        if take("\\"), take("u"), let low = hexadecimal(digits: 4), (0xDC00...0xDFFF).contains(low) {
            return 0x10000 + (unit & 0x3FF) << 10 + low & 0x3FF
        }
        offset = before
        return unit
    }

    /// Parses a group's name and its “>” after the “<” (RegExpIdentifierName).
    mutating func groupName() throws(PatternError) -> String {
        let begin = offset
        var name = ""
        while let next = peek, next != ">" {
            offset += 1
            var value = next.value
            if next == "\\" {
                guard take("u") else {
                    throw error("A group's name may contain only letters, digits, “$” and “_”", at: begin)
                }
                value = try unicodeEscape(begin: begin)
            }
            guard let scalar = Unicode.Scalar(value), name.isEmpty ? scalar.beginsGroupName : scalar.continuesGroupName
            else {
                throw error(
                    "A group's name may contain only letters, digits, “$” and “_”, and must not begin with a digit",
                    at: begin)
            }
            name.unicodeScalars.append(scalar)
        }
        guard !name.isEmpty, take(">") else {
            throw error("A group's name must not be empty and must end with “>”", at: begin)
        }
        return name
    }

    private mutating func hexadecimal(digits: Int) -> UInt32? {
        guard offset + digits <= scalars.count else { return nil }
        var value: UInt32 = 0
        for index in offset..<(offset + digits) {
            guard let digit = Unicode.Scalar(scalars[index])?.hexadecimalValue else { return nil }
            value = value << 4 | digit
        }
        offset += digits
        return value
    }
}

extension Unicode.Scalar {
    fileprivate var beginsGroupName: Bool { self == "$" || self == "_" || properties.isIDStart }
    fileprivate var continuesGroupName: Bool {
        self == "$" || properties.isIDContinue || self == "\u{200C}" || self == "\u{200D}"
    }
}

extension Unicode.Scalar {
    /// The value of an ASCII hexadecimal digit; nil for other characters.
    fileprivate var hexadecimalValue: UInt32? {
        switch self {
        case "0"..."9": value - 0x30
        case "a"..."f": value - 0x61 + 10
        case "A"..."F": value - 0x41 + 10
        default: nil
        }
    }
}
