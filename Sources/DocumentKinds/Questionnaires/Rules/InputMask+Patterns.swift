import Foundation
import Patterns

extension InputMask {
    /// The maximum length of a mask that is compared with patterns, in places.
    static let maximumComparedPlaces = 256

    /// The maximum length of a text that fits the mask, in Unicode scalars; nil if there is none, because letters may
    /// have any number of combining marks.
    var maximumLength: Int? {
        var length = 0
        for place in places {
            switch place {
            case .digit: length += 1
            case .letter, .lowercase, .either: return nil
            case .literal(let literal): length += Place.forms(of: literal).map(\.count).max() ?? 1
            }
        }
        return length
    }

    /// Returns true if a text that fits the mask may match a pattern, or if that is unknown.
    ///
    /// A place of the mask takes one character, which may consist of several Unicode scalars; a pattern takes scalars.
    func mayMatch(_ automaton: PatternAutomaton) -> Bool {
        guard places.count <= Self.maximumComparedPlaces else { return true }
        var states: Set<Int> = []
        for (position, place) in places.enumerated() {
            let here = automaton.completed(states, isStart: position == 0, isEnd: false)
            if automaton.isFound(in: here) { return true }
            states = place.states(after: here, of: automaton)
        }
        return automaton.isFound(in: automaton.completed(states, isStart: places.isEmpty, isEnd: true))
    }
}

extension InputMask.Place {
    /// The forms in which a literal is accepted, as Unicode scalars: as written, composed and decomposed.
    static func forms(of literal: Character) -> Set<[Unicode.Scalar]> {
        let text = String(literal)
        guard !literal.isASCII else { return [Array(text.unicodeScalars)] }
        return [
            Array(text.unicodeScalars), Array(text.precomposedStringWithCanonicalMapping.unicodeScalars),
            Array(text.decomposedStringWithCanonicalMapping.unicodeScalars),
        ]
    }

    /// Returns the states that an automaton may reach with a character that the place accepts, and further ones if
    /// finding the exact states would take long.
    fileprivate func states(after states: Set<Int>, of automaton: PatternAutomaton) -> Set<Int> {
        switch self {
        case .digit:
            return automaton.states(after: states) { characters in
                "0123456789".unicodeScalars.contains { characters.contains($0) }
            }
        case .literal(let literal):
            return Self.forms(of: literal).reduce(into: []) { reached, form in
                reached.formUnion(automaton.states(after: states, form))
            }
        case .letter, .lowercase:
            let first = automaton.states(after: states) { characters in
                characters.mayContain { accepts(Character($0)) }
            }
            return automaton.states(continuing: first) { $0.mayContain(where: Self.mayContinueLetter) }
        case .either:
            return Self.digit.states(after: states, of: automaton)
                .union(Self.letter.states(after: states, of: automaton))
        }
    }

    /// Returns true if a scalar may continue a character that begins with a letter: a combining mark or a joiner; from
    /// Devanagari on also a letter, because some of these scripts combine several letters into one character.
    private static func mayContinueLetter(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        return properties.isGraphemeExtend || properties.isEmojiModifier
            || properties.generalCategory == .spacingMark || scalar == "\u{200D}"
            || scalar.value >= 0x900 && properties.isAlphabetic
    }
}
