import Patterns

extension InputMask {
    /// The maximum length of a mask that is compared with patterns, in places.
    static let maximumComparedPlaces = 256

    /// Returns true if a text that fits the mask may match a pattern, or if that is unknown.
    func mayMatch(_ automaton: PatternAutomaton) -> Bool {
        guard places.count <= Self.maximumComparedPlaces else { return true }
        var states: Set<Int> = []
        for (position, place) in places.enumerated() {
            let here = automaton.completed(states, isStart: position == 0, isEnd: false)
            if automaton.isFound(in: here) { return true }
            states = automaton.states(after: here, where: place.mayBe)
        }
        return automaton.isFound(in: automaton.completed(states, isStart: places.isEmpty, isEnd: true))
    }
}

extension InputMask.Place {
    /// Returns true if one of the characters may be at the place, or if finding the answer would take long.
    fileprivate func mayBe(_ characters: PatternCharacters) -> Bool {
        switch self {
        case .digit: "0123456789".unicodeScalars.contains { characters.contains($0) }
        case .literal(let character):
            // A pattern regards a character of several scalars as several characters.
            character.unicodeScalars.count > 1 || character.unicodeScalars.allSatisfy(characters.contains)
        case .letter, .lowercase: characters.mayContain { accepts(Character($0)) }
        case .either: Self.digit.mayBe(characters) || Self.letter.mayBe(characters)
        }
    }
}
