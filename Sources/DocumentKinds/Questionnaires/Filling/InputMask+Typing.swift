extension InputMask {
    /// Returns a typed text in which missing literals of the mask are inserted, and separators removed that the mask
    /// does not have at their place. Nil if the result does not fill the mask exactly, or if characters follow its end.
    func completed(_ typed: String) -> String? {
        var rest = typed[...]
        var text = ""
        for place in places {
            if case .literal(let literal) = place {
                if rest.first == literal { rest.removeFirst() }
                text.append(literal)
                continue
            }
            while let next = rest.first, !place.accepts(next), Self.separators.contains(next) { rest.removeFirst() }
            guard let next = rest.popFirst(), place.accepts(next) else { return nil }
            text.append(next)
        }
        return rest.isEmpty ? text : nil
    }

    /// The characters that are dropped if they are typed where the mask does not have them.
    private static let separators: Set<Character> = [" ", "-", "(", ")", ".", "/", "\u{A0}"]

    /// The mask as a hint in an input: `0` where the mask accepts a digit, even if it accepts letters there too; `A`
    /// for a letter; `a` for a lower-case letter; literals as they are.
    package var hint: String {
        String(
            places.map { place -> Character in
                switch place {
                case .digit, .either: "0"
                case .letter: "A"
                case .lowercase: "a"
                case .literal(let literal): literal
                }
            })
    }

    /// True if the mask contains only digits and literals.
    package var isOfDigits: Bool { places.allSatisfy { ![.letter, .lowercase, .either].contains($0) } }
}
