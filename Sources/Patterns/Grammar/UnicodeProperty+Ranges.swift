internal import Synchronization

/// Computes the code points of a property from the standard library's Unicode data, which is newer than PCRE2's.
extension UnicodeProperty {
    private static let cache = Mutex<[UnicodeProperty: [ClosedRange<UInt32>]]>([:])

    /// The code points; nil for the few properties that the standard library does not support.
    var ranges: [ClosedRange<UInt32>]? {
        if let known = Self.cache.withLock({ $0[self] }) { return known }
        guard let ranges = computedRanges else { return nil }
        Self.cache.withLock { $0[self] = ranges }
        return ranges
    }

    private var computedRanges: [ClosedRange<UInt32>]? {
        switch kind {
        case .any: [0...CharacterSet.highest]
        case .ascii: [0...0x7F]
        case .assigned: Self.ranges { $0.generalCategory != .unassigned }
        case .category: Self.ranges(ofCategory: name)
        case .binary: Self.predicates[name].map { predicate in Self.ranges { predicate($0) } }
        case .script: Self.ranges(matching: "\\p{sc=\(name)}")
        case .scriptExtensions: Self.ranges(matching: "\\p{scx=\(name)}")
        }
    }

    private static func ranges(ofCategory name: String) -> [ClosedRange<UInt32>] {
        // A one-letter category includes all categories that begin with that letter; LC includes the cased letters.
        ranges { properties in
            let short = properties.generalCategory.shortName
            return name == "LC" ? ["Lu", "Ll", "Lt"].contains(short) : short.hasPrefix(name)
        }
    }

    /// Returns the scalars for whose properties `holds` returns true.
    private static func ranges(where holds: (Unicode.Scalar.Properties) -> Bool) -> [ClosedRange<UInt32>] {
        var builder = RangeBuilder()
        for value in 0..<(0x4_0000 as UInt32) {
            if let scalar = Unicode.Scalar(value), holds(scalar.properties) { builder.append(value...value) }
        }
        builder.appendDistantPlanes { holds($0.properties) }
        return builder.ranges
    }

    /// Returns the scalars that a regular expression of the standard library matches; the library gives no other access
    /// to the scripts of scalars.
    private static func ranges(matching pattern: String) -> [ClosedRange<UInt32>]? {
        guard let regex = try? Regex(pattern).matchingSemantics(.unicodeScalar) else { return nil }
        var scalars = String.UnicodeScalarView()
        for value in 0..<(0x4_0000 as UInt32) {
            if let scalar = Unicode.Scalar(value) { scalars.append(scalar) }
        }
        let text = String(scalars)
        var builder = RangeBuilder()
        for match in text.matches(of: regex) {
            let value = text.unicodeScalars[match.range.lowerBound].value
            builder.append(value...value)
        }
        builder.appendDistantPlanes { String(Character($0)).wholeMatch(of: regex) != nil }
        return builder.ranges
    }

    private struct RangeBuilder {
        private(set) var ranges: [ClosedRange<UInt32>] = []

        mutating func append(_ range: ClosedRange<UInt32>) {
            if let last = ranges.last, last.upperBound + 1 == range.lowerBound {
                ranges[ranges.count - 1] = last.lowerBound...range.upperBound
            } else {
                ranges.append(range)
            }
        }

        /// Appends planes 4 and up: the first 4,096 scalars of plane 14 one by one; elsewhere one scalar represents the
        /// whole plane, except for the two noncharacters at its end.
        mutating func appendDistantPlanes(where holds: (Unicode.Scalar) -> Bool) {
            for plane in 0x4...(0x10 as UInt32) {
                var next = plane << 16
                if plane == 0xE {
                    for value in next..<(next + 0x1000) { appendIfHolding(value...value, holds) }
                    next += 0x1000
                }
                let last = plane << 16 | 0xFFFD
                appendIfHolding(next...last, holds)
                appendIfHolding((last + 1)...(last + 2), holds)
            }
        }

        private mutating func appendIfHolding(_ range: ClosedRange<UInt32>, _ holds: (Unicode.Scalar) -> Bool) {
            if let scalar = Unicode.Scalar(range.lowerBound), holds(scalar) { append(range) }
        }
    }

    private static let predicates: [String: @Sendable (Unicode.Scalar.Properties) -> Bool] = [
        "AHex": { $0.isASCIIHexDigit }, "Alpha": { $0.isAlphabetic }, "Bidi_C": { $0.isBidiControl },
        "Bidi_M": { $0.isBidiMirrored }, "CI": { $0.isCaseIgnorable }, "Cased": { $0.isCased },
        "CWCF": { $0.changesWhenCaseFolded }, "CWCM": { $0.changesWhenCaseMapped }, "CWL": { $0.changesWhenLowercased },
        "CWKCF": { $0.changesWhenNFKCCaseFolded }, "CWT": { $0.changesWhenTitlecased },
        "CWU": { $0.changesWhenUppercased }, "Dash": { $0.isDash }, "DI": { $0.isDefaultIgnorableCodePoint },
        "Dep": { $0.isDeprecated }, "Dia": { $0.isDiacritic }, "Emoji": { $0.isEmoji },
        "EMod": { $0.isEmojiModifier }, "EBase": { $0.isEmojiModifierBase }, "EPres": { $0.isEmojiPresentation },
        "Ext": { $0.isExtender }, "Gr_Base": { $0.isGraphemeBase }, "Gr_Ext": { $0.isGraphemeExtend },
        "Hex": { $0.isHexDigit }, "IDSB": { $0.isIDSBinaryOperator }, "IDST": { $0.isIDSTrinaryOperator },
        "IDC": { $0.isIDContinue }, "IDS": { $0.isIDStart }, "Ideo": { $0.isIdeographic },
        "Join_C": { $0.isJoinControl }, "LOE": { $0.isLogicalOrderException }, "Lower": { $0.isLowercase },
        "Math": { $0.isMath }, "NChar": { $0.isNoncharacterCodePoint }, "Pat_WS": { $0.isPatternWhitespace },
        "QMark": { $0.isQuotationMark }, "Radical": { $0.isRadical }, "STerm": { $0.isSentenceTerminal },
        "SD": { $0.isSoftDotted }, "Term": { $0.isTerminalPunctuation }, "UIdeo": { $0.isUnifiedIdeograph },
        "Upper": { $0.isUppercase }, "VS": { $0.isVariationSelector }, "space": { $0.isWhitespace },
        "XIDC": { $0.isXIDContinue }, "XIDS": { $0.isXIDStart },
    ]
}

extension Unicode.GeneralCategory {
    fileprivate var shortName: String {
        switch self {
        case .uppercaseLetter: "Lu"
        case .lowercaseLetter: "Ll"
        case .titlecaseLetter: "Lt"
        case .modifierLetter: "Lm"
        case .otherLetter: "Lo"
        case .nonspacingMark: "Mn"
        case .spacingMark: "Mc"
        case .enclosingMark: "Me"
        case .decimalNumber: "Nd"
        case .letterNumber: "Nl"
        case .otherNumber: "No"
        case .connectorPunctuation: "Pc"
        case .dashPunctuation: "Pd"
        case .openPunctuation: "Ps"
        case .closePunctuation: "Pe"
        case .initialPunctuation: "Pi"
        case .finalPunctuation: "Pf"
        case .otherPunctuation: "Po"
        case .mathSymbol: "Sm"
        case .currencySymbol: "Sc"
        case .modifierSymbol: "Sk"
        case .otherSymbol: "So"
        case .spaceSeparator: "Zs"
        case .lineSeparator: "Zl"
        case .paragraphSeparator: "Zp"
        case .control: "Cc"
        case .format: "Cf"
        case .surrogate: "Cs"
        case .privateUse: "Co"
        case .unassigned: "Cn"
        @unknown default: "Cn"
        }
    }
}
