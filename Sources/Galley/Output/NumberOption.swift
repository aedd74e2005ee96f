import ArgumentParser

/// The ranges of numbers on the command line.
enum NumberOption {
    /// The maximum number of items that a list prints.
    static let longestList = 1_000

    /// Checks a number if it is given; throws a `ValidationError` that names the range. A range that ends with
    /// `Int.max` has no upper bound.
    static func check(_ option: String, _ value: Int?, in range: ClosedRange<Int>) throws {
        guard let value, !range.contains(value) else { return }
        let words =
            range.upperBound == .max
            ? "of at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
        throw ValidationError("\(option) \(value): write a number \(words)")
    }

    /// Checks `--limit`, the maximum number of items of a list.
    static func check(limit: Int, upTo longest: Int = longestList) throws {
        try check("--limit", limit, in: 1...longest)
    }
}
