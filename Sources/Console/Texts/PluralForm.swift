/// The plural forms, with their names in Unicode CLDR. Only whole numbers are counted.
enum PluralForm: String, Sendable, CaseIterable {
    case zero, one, two, few, many, other

    /// Creates the form that a language uses for a count; languages that are not listed use the English rule.
    init(of count: Int, in language: String) {
        let (ones, hundreds) = (abs(count) % 10, abs(count) % 100)
        switch language.prefix(2) {
        case "zh": self = .other
        case "fa": self = count == 0 || count == 1 ? .one : .other
        case "ru":
            switch (ones, hundreds) {
            case (1, let rest) where rest != 11: self = .one
            case (2...4, let rest) where !(12...14).contains(rest): self = .few
            default: self = .many
            }
        case "ar":
            switch (count, hundreds) {
            case (0, _): self = .zero
            case (1, _): self = .one
            case (2, _): self = .two
            case (_, 3...10): self = .few
            case (_, 11...99): self = .many
            default: self = .other
            }
        default: self = count == 1 ? .one : .other
        }
    }

    /// Returns the forms that a language's texts must have.
    static func needed(in language: String) -> Set<PluralForm> {
        switch language.prefix(2) {
        case "zh": [.other]
        case "ru": [.one, .few, .many]
        case "ar": Set(allCases)
        default: [.one, .other]
        }
    }
}
