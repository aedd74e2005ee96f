/// Counted nouns and lists in English.
enum Words {
    /// Returns a count with its noun: `1 problem`, `2 problems`.
    static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
        "\(number) \(number == 1 ? one : many ?? one + "s")"
    }

    /// Returns `1 second` to `59 seconds`, then whole minutes, rounded up.
    static func wait(seconds: Int) -> String {
        seconds < 60 ? count(seconds, "second") : count((seconds + 59) / 60, "minute")
    }

    /// Returns `30 seconds`, `5 minutes`, `1 hour`, `1 day`: in the largest unit without a remainder.
    static func duration(seconds: Int) -> String {
        for (unit, length) in [("day", 86_400), ("hour", 3_600), ("minute", 60)]
        where seconds > 0 && seconds % length == 0 {
            return count(seconds / length, unit)
        }
        return count(seconds, "second")
    }

    /// Returns `a, b and c`.
    static func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }
}
