import Publishing

/// Durations, shares, lists and the reach of a release in words.
enum Words {
    /// Returns a waiting time, such as `59 seconds`; from a minute on in whole minutes, rounded up.
    static func waitingTime(seconds: Int) -> String {
        seconds < 60
            ? Texts["time.seconds", ["count": seconds]] : Texts["time.minutes", ["count": (seconds + 59) / 60]]
    }

    /// Returns a duration in the largest unit of which it is a whole number, such as `30 seconds` or `1 day`.
    static func duration(seconds: Int) -> String {
        guard seconds > 0, seconds % 60 == 0 else { return Texts["time.seconds", ["count": seconds]] }
        if seconds % 86_400 == 0 { return Texts["time.days", ["count": seconds / 86_400]] }
        if seconds % 3_600 == 0 { return Texts["time.hours", ["count": seconds / 3_600]] }
        return Texts["time.minutes", ["count": seconds / 60]]
    }

    /// Returns a sentence about the recent fetches that would get another response after a release.
    static func reach(_ reach: ReleaseReach) -> String { self.reach(reach, features: 1) }

    /// Returns a sentence about the recent fetches that would get another response after a release; `features` is the
    /// number of features in the release.
    static func reach(_ reach: ReleaseReach, features: Int) -> String {
        guard reach.ofAll > 0 else { return Texts["reads.reach-nothing", ["days": reach.days]] }
        guard reach.fetches > 0 else { return Texts["reads.reach-none", ["days": reach.days]] }
        let (own, all) = (share(reach.fetches, of: reach.ofFeatures), share(reach.fetches, of: reach.ofAll))
        guard features > 1 else {
            return Texts[
                "reads.reach", ["fetches": reach.fetches, "days": reach.days, "own": own, "all": all]]
        }
        return Texts[
            "reads.reach-of-several", ["fetches": reach.fetches, "days": reach.days, "own": own, "all": all]]
    }

    /// Returns sentences about the recent fetches that would get another response after the first step of a rollout, if
    /// there are any, and after its last step.
    static func reach(ofFirstStep first: ReleaseReach, ofLast last: ReleaseReach) -> String {
        guard last.fetches > 0 else { return reach(last) }
        let sentence = Texts[
            "reads.reach-last-step",
            [
                "fetches": last.fetches, "days": last.days, "own": share(last.fetches, of: last.ofFeatures),
                "all": share(last.fetches, of: last.ofAll),
            ]]
        guard first.fetches > 0 else { return sentence }
        return Texts["reads.reach-first-step", ["fetches": first.fetches, "days": first.days]] + " " + sentence
    }

    /// Returns a part of a number in percent, such as `2.5 %`: rounded to tenths below ten percent, otherwise to whole
    /// percents; `< 0.1 %` for a part above 0 that is rounded to 0.
    static func share(_ part: Int, of all: Int) -> String {
        guard all > 0 else { return "0 %" }
        let tenths = (part * 2_000 + all) / (2 * all)
        if tenths == 0, part > 0 { return "< 0.1 %" }
        return tenths < 100 && tenths % 10 != 0 ? "\(tenths / 10).\(tenths % 10) %" : "\((tenths + 5) / 10) %"
    }

    /// Returns a list such as `a, b and c`.
    static func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return Texts["list.and", ["words": enumeration(words), "last": last]]
    }

    /// Returns a list such as `a, b or c`.
    static func alternatives(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return Texts["list.or", ["words": enumeration(words), "last": last]]
    }

    /// Returns all words but the last, separated by commas.
    private static func enumeration(_ words: [String]) -> String {
        words.dropLast().joined(separator: Texts["list.comma"])
    }
}
