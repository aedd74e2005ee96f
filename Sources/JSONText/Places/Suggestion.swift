/// Finds the known word for a “Did you mean …?” suggestion.
package enum Suggestion {
    /// The maximum length of a word in characters; longer words are not compared.
    static let longest = 64

    /// Returns the nearest candidate, the first if several are equally near, or nil if none is near enough.
    ///
    /// A third of the word's characters may differ, rounded down: one is always allowed, except between two words of
    /// one character, and never more than three. A difference of case alone always counts as near.
    package static func nearest(to word: String, among candidates: [String]) -> String? {
        let scalars = Array(word.unicodeScalars)
        guard !scalars.isEmpty, scalars.count <= longest else { return nil }
        let folded = Array(word.lowercased().unicodeScalars)
        let allowed = max(1, min(3, scalars.count / 3))
        var best: (candidate: String, distance: Int)?
        for candidate in candidates {
            let other = Array(candidate.unicodeScalars)
            guard !other.isEmpty, other.count <= longest else { continue }
            let foldedOther = Array(candidate.lowercased().unicodeScalars)
            // A change of case is cheaper than any other change, so it only breaks ties.
            let distance = 2 * editDistance(folded, foldedOther) + (scalars == other || folded != foldedOther ? 0 : 1)
            guard distance <= 2 * allowed, distance / 2 < max(scalars.count, other.count) else { continue }
            if distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.candidate
    }

    /// Returns the number of insertions, deletions, replacements and transpositions between two words
    /// (Damerau–Levenshtein, optimal string alignment).
    static func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var beforePrevious = [Int](repeating: 0, count: right.count + 1)
        var previous = Array(0...right.count)
        var current = previous
        for (row, scalar) in left.enumerated() {
            current[0] = row + 1
            for (column, other) in right.enumerated() {
                var cost = previous[column] + (scalar == other ? 0 : 1)
                cost = min(cost, previous[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, scalar == right[column - 1], left[row - 1] == other {
                    cost = min(cost, beforePrevious[column - 1] + 1)
                }
                current[column + 1] = cost
            }
            (beforePrevious, previous, current) = (previous, current, beforePrevious)
        }
        return previous[right.count]
    }
}
