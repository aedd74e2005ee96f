/// Counted nouns and lists in English.
enum Words {
    /// `1 problem`, `2 problems`.
    static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
        "\(number) \(number == 1 ? one : many ?? one + "s")"
    }

    /// `1 second`, `59 seconds`, then whole minutes, rounded up.
    static func wait(seconds: Int) -> String {
        seconds < 60 ? count(seconds, "second") : count((seconds + 59) / 60, "minute")
    }

    /// `a, b and c`.
    static func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }
}
