/// A set of client versions: ascending intervals that neither overlap nor touch.
package struct VersionSet: Sendable, Hashable, CustomStringConvertible {
    package let intervals: [VersionInterval]

    package static let all = VersionSet([.all])
    package static let none = VersionSet([])

    /// Creates the union of intervals, which may be in any order. Empty ones are ignored.
    package init(_ intervals: some Sequence<VersionInterval>) {
        var merged: [VersionInterval] = []
        for interval in intervals.filter({ !$0.isEmpty }).sorted(by: { $0.from < $1.from }) {
            guard let last = merged.last else {
                merged.append(interval)
                continue
            }
            guard let end = last.until else { break }
            if end < interval.from {
                merged.append(interval)
            } else {
                let until = interval.until.map { max(end, $0) }
                merged[merged.count - 1] = VersionInterval(from: last.from, until: until)
            }
        }
        self.intervals = merged
    }

    package var isEmpty: Bool { intervals.isEmpty }
    package var isAll: Bool { intervals.count == 1 && intervals[0].until == nil && intervals[0].from == .zero }

    /// Returns true if the version is in one of the intervals.
    package func contains(_ version: ClientVersion) -> Bool { intervals.contains { $0.contains(version) } }

    /// Returns true if every version of the interval is in the set.
    package func contains(_ interval: VersionInterval) -> Bool { subtracted(from: interval).isEmpty }

    /// Returns true if every version of the other set is in this one.
    package func isSuperset(of other: VersionSet) -> Bool { union(other) == self }

    /// Returns the versions that are in at least one of the two sets.
    package func union(_ other: VersionSet) -> VersionSet { VersionSet(intervals + other.intervals) }

    /// Returns the versions that are in both sets.
    package func intersection(_ other: VersionSet) -> VersionSet {
        if isAll { return other }
        if other.isAll { return self }
        return VersionSet(
            intervals.flatMap { left in
                other.intervals.map { right in
                    // If two spellings mean the same version, the spelling in this set is kept.
                    VersionInterval(
                        from: left.from < right.from ? right.from : left.from,
                        until: Self.earlier(left.until, right.until))
                }
            })
    }

    /// Returns the part of the interval that is not in the set.
    package func subtracted(from interval: VersionInterval) -> VersionSet {
        var gaps: [VersionInterval] = []
        var reached = interval.from
        for own in intervals {
            if reached < own.from {
                gaps.append(VersionInterval(from: reached, until: Self.earlier(own.from, interval.until)))
            }
            guard let end = own.until else { return VersionSet(gaps) }
            reached = max(reached, end)
            if let until = interval.until, until <= reached { return VersionSet(gaps) }
        }
        gaps.append(VersionInterval(from: reached, until: interval.until))
        return VersionSet(gaps)
    }

    package var description: String { isEmpty ? "∅" : intervals.map(\.description).joined(separator: " ∪ ") }

    private static func earlier(_ left: ClientVersion?, _ right: ClientVersion?) -> ClientVersion? {
        guard let left else { return right }
        guard let right else { return left }
        return min(left, right)
    }
}
