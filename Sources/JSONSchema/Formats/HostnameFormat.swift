import IDNA

/// The formats of host names: RFC 1123, section 2.1, and international ones of RFC 5890.
enum HostnameFormat {
    /// Returns true for an ASCII name; its `xn--` labels must encode valid international labels.
    static func acceptsASCII(_ text: [UInt8]) -> Bool {
        guard !text.isEmpty, text.count <= 253 else { return false }
        var hasInternational = false
        for label in text.split(separator: 0x2E, omittingEmptySubsequences: false) {
            guard isASCIILabel(label) else { return false }
            hasInternational = hasInternational || isPunycode(label)
        }
        return !hasInternational || acceptsInternational(text)
    }

    /// Returns true for a name in any script; East Asian full stops separate labels too (RFC 3490, section 3.1).
    static func acceptsInternational(_ text: [UInt8]) -> Bool {
        guard let string = String(validating: text, as: UTF8.self) else { return false }
        let dots: Set<Unicode.Scalar> = [".", "\u{3002}", "\u{FF0E}", "\u{FF61}"]
        let labels = string.unicodeScalars.split(omittingEmptySubsequences: false) { dots.contains($0) }
        var length = labels.count - 1
        var names: [[Unicode.Scalar]] = []
        for label in labels {
            guard let name = unicodeLabel(Array(label)) else { return false }
            length += name.asciiLength
            names.append(name.scalars)
        }
        guard length <= 253 else { return false }
        // One right-to-left label makes the Bidi rule apply to every label of the name (RFC 5893).
        let isBidirectional = names.contains { $0.contains(where: Bidirectional.isRightToLeft) }
        return !isBidirectional || names.allSatisfy(Bidirectional.isAllowed)
    }

    private static func isASCIILabel(_ label: ArraySlice<UInt8>) -> Bool {
        guard !label.isEmpty, label.count <= 63, label.first != 0x2D, label.last != 0x2D else { return false }
        return label.allSatisfy { ASCII.isAlphanumeric($0) || $0 == 0x2D }
    }

    private static func isPunycode(_ label: ArraySlice<UInt8>) -> Bool {
        label.prefix(4).map { $0 | 0x20 } == [0x78, 0x6E, 0x2D | 0x20, 0x2D | 0x20]
    }

    /// Returns the decoded label and its length in ASCII, or nil for an invalid label.
    private static func unicodeLabel(_ label: [Unicode.Scalar]) -> (scalars: [Unicode.Scalar], asciiLength: Int)? {
        guard (1...63).contains(label.count) else { return nil }
        if label.allSatisfy(\.isASCII) {
            let bytes = label.map { UInt8(truncatingIfNeeded: $0.value) }
            guard isASCIILabel(bytes[...]) else { return nil }
            if !isPunycode(bytes[...]) { return (label, bytes.count) }
        }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: label)
        return InternationalLabel(String(text)).map { (Array($0.letters.unicodeScalars), $0.encodedLength) }
    }
}
