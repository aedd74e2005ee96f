import JSONText
import Patterns

/// Searches for a text that fits a mask and matches patterns, by backtracking: it fills one place after another.
///
/// It remembers dead ends: positions at which no continuation was accepted, with the states of the patterns' automata.
/// A beginning that leads to the same position and states is not continued.
struct MaskSampler {
    private let mask: InputMask
    private let automata: [PatternAutomaton]
    /// True if every pattern has an automaton, so that the states alone show which texts can be accepted.
    private let isDecidedByStates: Bool
    private let maximumDuration: Duration
    private let clock = WorkClock()
    private let isAccepted: (String) -> Bool
    private let letters: [Character]
    private var text: [Character] = []
    /// The positions and states from which no text can be accepted.
    private var dead: Set<Dead> = []
    /// The number of texts that all automata have matched but that were not accepted.
    private var refused = 0
    /// The number of complete texts that may still be tried.
    private var tries = 2_000

    /// A position in the mask, with the states of the automata there.
    private struct Dead: Hashable {
        let position: Int
        let states: [Set<Int>?]
    }

    /// Creates the search for a text that matches all `patterns`. Patterns without an automaton are checked only by
    /// `isAccepted`.
    private init(
        _ mask: InputMask, patterns: [String], maximumDuration: Duration, isAccepted: @escaping (String) -> Bool
    ) {
        self.mask = mask
        self.maximumDuration = maximumDuration
        self.isAccepted = isAccepted
        automata = patterns.compactMap { PatternAutomaton($0) }
        isDecidedByStates = automata.count == patterns.count
        let written = automata.flatMap(\.namedCharacters).map { Character($0) }
        var seen: Set<Character> = []
        // Latin, Cyrillic and Arabic letters, because a pattern may allow only one of these scripts.
        letters = (["A", "B", "a", "b", "А", "а", "ا"] + written).filter { seen.insert($0).inserted }
    }

    /// Returns the first accepted text; nil if none was found or the mask is longer than
    /// `InputMask.maximumComparedPlaces`. After the maximum duration in working time (``WorkClock``), only one more
    /// complete text is tried.
    static func text(
        of mask: InputMask, patterns: [String], maximumDuration: Duration, isAccepted: @escaping (String) -> Bool
    ) -> String? {
        guard mask.places.count <= InputMask.maximumComparedPlaces else { return nil }
        var filling = MaskSampler(
            mask, patterns: patterns, maximumDuration: maximumDuration, isAccepted: isAccepted)
        let start: [Set<Int>?] = filling.automata.map { _ in [] }
        return filling.fill(start) ? String(filling.text) : nil
    }

    /// Fills the remaining places. A nil in `states` means that its pattern has already matched.
    private mutating func fill(_ states: [Set<Int>?]) -> Bool {
        let position = text.count
        let place = Dead(position: position, states: states)
        guard tries > 0, !dead.contains(place) else { return false }
        let isEnd = position == mask.places.count
        let refusedBefore = refused
        let here = zip(automata, states).map { automaton, states -> Set<Int>? in
            guard let states else { return nil }
            let reached = automaton.completed(states, isStart: position == 0, isEnd: isEnd)
            return automaton.isFound(in: reached) ? nil : reached
        }
        if isEnd {
            tries = clock.elapsed < maximumDuration ? tries - 1 : 0
            if here.allSatisfy({ $0 == nil }) {
                if isAccepted(String(text)) { return true }
                refused += 1
            }
        } else {
            for character in characters(at: position) {
                text.append(character)
                let scalars = character.unicodeScalars
                if fill(
                    zip(automata, here).map { automaton, states in
                        states.map { automaton.states(after: $0, scalars) }
                    })
                {
                    return true
                }
                text.removeLast()
            }
        }
        // A pattern without an automaton may refuse one text and match another that leads to the same states.
        if isDecidedByStates || refused == refusedBefore { dead.insert(place) }
        return false
    }

    private func characters(at position: Int) -> [Character] {
        let place = mask.places[position]
        if case .literal(let literal) = place { return [literal] }
        // Ascending digits are easier to read than one digit repeated.
        let digits = (0..<10).map { Character(String((position + 1 + $0) % 10)) }
        return (letters.filter { $0.isLetter } + digits).filter(place.accepts)
    }
}
