/// A longest increasing subsequence, found in n log n steps.
enum LongestIncreasingSubsequence {
    /// Returns the indices of a longest increasing subsequence, from the last to the first; nil values are skipped.
    static func indices(of values: [Int?]) -> [Int] {
        var tails: [Int] = []
        var previous = [Int?](repeating: nil, count: values.count)
        for (index, value) in values.enumerated() {
            guard let value else { continue }
            var low = 0
            var high = tails.count
            while low < high {
                let middle = (low + high) / 2
                if values[tails[middle]] ?? 0 < value { low = middle + 1 } else { high = middle }
            }
            previous[index] = low > 0 ? tails[low - 1] : nil
            if low == tails.count { tails.append(index) } else { tails[low] = index }
        }
        var result: [Int] = []
        var next = tails.last
        while let index = next {
            result.append(index)
            next = previous[index]
        }
        return result
    }

    /// Returns the indices of the values outside a longest increasing subsequence, without those of nil values.
    static func exceptions(in values: [Int?]) -> Set<Int> {
        Set(values.indices.filter { values[$0] != nil }).subtracting(indices(of: values))
    }
}
