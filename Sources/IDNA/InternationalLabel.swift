import CIDN2

/// A label of an internationalized host name (IDNA 2008: RFC 5890 to 5892), checked by the rules for registering a
/// name. An ASCII label without `xn--` is checked only for its length. The rule for right-to-left letters (RFC 5893) is
/// checked within a label that has such letters, not in the other labels of its name.
package struct InternationalLabel: Sendable {
    /// The decoded label, in letters of any script.
    package let letters: String
    /// The length of the encoded label in bytes, with `xn--` if it has that prefix.
    package let encodedLength: Int

    /// Creates a label from letters of any script or from `xn--` and Punycode; nil if it is not allowed.
    package init?(_ text: String) {
        guard !text.isEmpty, !text.utf8.contains(0) else { return nil }
        let isEncoded = text.lowercased().hasPrefix("xn--")
        guard let letters = isEncoded ? Self.decoded(text.lowercased()) : text else { return nil }
        // Punycode of an ASCII label would be a second spelling of it.
        guard !isEncoded || !letters.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        var encoded: UnsafeMutablePointer<UInt8>?
        defer { idn2_free(encoded) }
        let outcome =
            isEncoded
            ? idn2_register_u8(letters, text.lowercased(), &encoded, 0) : idn2_register_u8(letters, nil, &encoded, 0)
        guard outcome == IDN2_OK.rawValue, let encoded else { return nil }
        self.letters = letters
        encodedLength = String(cString: encoded).utf8.count
    }

    private static func decoded(_ text: String) -> String? {
        var decoded: UnsafeMutablePointer<CChar>?
        defer { idn2_free(decoded) }
        guard idn2_to_unicode_8z8z(text, &decoded, 0) == IDN2_OK.rawValue, let decoded else { return nil }
        return String(cString: decoded)
    }
}
