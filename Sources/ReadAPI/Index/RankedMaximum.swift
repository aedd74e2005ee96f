/// Numbers in a fixed order, of which the next one above a limit is found in logarithmic time (a segment tree).
struct RankedMaximum {
    /// The numbers, from the index `leaves` on; at each lower index n from 1 on, the maximum of the numbers at the
    /// indices 2n and 2n + 1.
    private var highest: [Int]
    private let leaves: Int

    /// Creates `count` numbers, all 0.
    init(count: Int) {
        var leaves = 1
        while leaves < count { leaves *= 2 }
        self.leaves = leaves
        highest = Array(repeating: 0, count: 2 * leaves)
    }

    /// Sets the number at an index, which is below the count.
    mutating func set(_ number: Int, at index: Int) {
        var place = leaves + index
        highest[place] = number
        while place > 1 {
            place /= 2
            highest[place] = max(highest[2 * place], highest[2 * place + 1])
        }
    }

    /// Returns the first index from `start` on whose number is above a limit; nil if there is none. The limit is not
    /// negative.
    func first(from start: Int, above limit: Int) -> Int? {
        guard start < leaves else { return nil }
        var place = leaves + start
        while true {
            // Goes up to the largest subtree that begins at this leaf.
            while place > 1, place.isMultiple(of: 2) { place /= 2 }
            if highest[place] > limit { break }
            place += 1
            // If the subtree was the last one of its level, the next place is the first one of the level below: a power
            // of two.
            if place.nonzeroBitCount == 1 { return nil }
        }
        while place < leaves { place = highest[2 * place] > limit ? 2 * place : 2 * place + 1 }
        return place - leaves
    }
}
