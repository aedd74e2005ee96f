import JSONText

/// An input mask. `9` accepts a digit from 0 to 9, `A` a letter of any script, `a` a lower-case letter, and `*` a digit
/// from 0 to 9 or a letter. Any other character is a literal, and so is a character after `\`.
package struct InputMask: Sendable, Hashable {
    let places: [Place]

    /// A position of the mask, at which there must be exactly one character.
    enum Place: Sendable, Hashable {
        case digit, letter, lowercase, either
        case literal(Character)

        func accepts(_ character: Character) -> Bool {
            switch self {
            case .digit: Self.isDigit(character)
            case .letter: character.isLetter
            case .lowercase: character.isLetter && character.isLowercase
            case .either: character.isLetter || Self.isDigit(character)
            case .literal(let literal): character == literal
            }
        }

        /// Returns true for a digit from 0 to 9. A range of characters would also contain digits with combining marks.
        private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }
    }

    /// Parses a mask; nil for an empty mask and for one that ends with an unescaped `\`.
    init?(_ text: String) {
        var places: [Place] = []
        var isEscaped = false
        for character in text {
            if isEscaped {
                places.append(.literal(character))
                isEscaped = false
                continue
            }
            switch character {
            case "9": places.append(.digit)
            case "A": places.append(.letter)
            case "a": places.append(.lowercase)
            case "*": places.append(.either)
            case "\\": isEscaped = true
            default: places.append(.literal(character))
            }
        }
        guard !isEscaped, !places.isEmpty else { return nil }
        self.places = places
    }

    /// Returns the value that should be the text of a mask: an entry of `masks` itself, or the member `mask` of an
    /// object with a condition.
    static func written(in entry: JSONValue) -> JSONValue? { entry.kind == .object ? entry["mask"] : entry }

    /// Returns true if a text fits the whole mask.
    func accepts(_ text: String) -> Bool { text.count == places.count && acceptsBeginning(text) }

    /// Returns true if a text is the beginning of a text that fits the mask, or fits it.
    func acceptsBeginning(_ text: String) -> Bool {
        text.count <= places.count && zip(text, places).allSatisfy { $1.accepts($0) }
    }
}
