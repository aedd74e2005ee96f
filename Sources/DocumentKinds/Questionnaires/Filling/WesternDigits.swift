/// Converts Persian and Arabic digits and number signs to those of JSON.
package enum WesternDigits {
    /// Returns the text with the digits 0 to 9.
    package static func text(_ text: String) -> String { mapped(text) { digit($0) ?? $0 } }

    /// Returns the text in JSON's number notation as far as possible, without spaces and Arabic thousands separators.
    package static func number(_ text: String) -> String {
        mapped(text) { scalar in
            switch scalar.value {
            case 0x066B: "."
            case 0x066C, 0x20, 0xA0, 0x202F: nil
            case 0x2212: "-"
            default: digit(scalar) ?? scalar
            }
        }
    }

    private static func mapped(_ text: String, _ map: (Unicode.Scalar) -> Unicode.Scalar?) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.compactMap(map)))
    }

    private static func digit(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x06F0...0x06F9: Unicode.Scalar(scalar.value - 0x06F0 + 48)
        case 0x0660...0x0669: Unicode.Scalar(scalar.value - 0x0660 + 48)
        default: nil
        }
    }
}
