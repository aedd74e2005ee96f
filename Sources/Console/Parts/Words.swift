/// Durations and lists in words.
enum Words {
    /// `1 second`, `59 seconds`, then whole minutes, rounded up.
    static func wait(seconds: Int) -> String {
        seconds < 60
            ? Texts["time.seconds", ["count": seconds]] : Texts["time.minutes", ["count": (seconds + 59) / 60]]
    }

    /// `30 seconds`, `5 minutes`, `1 hour`, `1 day`: in the largest unit that it is a whole number of.
    static func duration(seconds: Int) -> String {
        guard seconds > 0, seconds % 60 == 0 else { return Texts["time.seconds", ["count": seconds]] }
        if seconds % 86_400 == 0 { return Texts["time.days", ["count": seconds / 86_400]] }
        if seconds % 3_600 == 0 { return Texts["time.hours", ["count": seconds / 3_600]] }
        return Texts["time.minutes", ["count": seconds / 60]]
    }

    /// `a, b and c`.
    static func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return Texts["list.and", ["words": enumeration(words), "last": last]]
    }

    /// `a, b or c`.
    static func alternatives(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return Texts["list.or", ["words": enumeration(words), "last": last]]
    }

    /// All words but the last.
    private static func enumeration(_ words: [String]) -> String {
        words.dropLast().joined(separator: Texts["list.comma"])
    }
}
