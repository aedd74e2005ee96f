/// The differences between two texts line by line.
///
/// Equal lines are matched at both ends, then where they occur once in the rest of each text, then next to matched
/// lines. The running time is proportional to the length of the texts, times the logarithm of the number of lines.
package struct LineDiff: Sendable {
    /// A line of one text or of both. Positions count from 0.
    package enum Row: Sendable, Hashable {
        case same(old: Int, new: Int)
        /// An old and a different new line at the same place, or a line that only one text has; the other position is
        /// then nil.
        case changed(old: Int?, new: Int?)
    }

    package let oldLines: [String]
    package let newLines: [String]
    package private(set) var rows: [Row] = []

    /// Compares two texts. Line breaks are LF or CR LF; the difference between the two is ignored.
    package init(from old: [UInt8], to new: [UInt8]) {
        oldLines = Self.lines(of: old)
        newLines = Self.lines(of: new)
        var numbers: [[UInt8]: Int] = [:]
        let (old, new) = (Self.numbered(oldLines, &numbers), Self.numbered(newLines, &numbers))
        let matches = Self.matches(old, new)
        var (nextOld, nextNew) = (0, 0)
        for (position, match) in (matches + [old.count]).enumerated() {
            guard let match else { continue }
            appendChanged(nextOld..<match, nextNew..<position)
            if position < new.count { rows.append(.same(old: match, new: position)) }
            (nextOld, nextNew) = (match + 1, position + 1)
        }
    }

    private mutating func appendChanged(_ old: Range<Int>, _ new: Range<Int>) {
        for offset in 0..<max(old.count, new.count) {
            rows.append(
                .changed(
                    old: offset < old.count ? old.lowerBound + offset : nil,
                    new: offset < new.count ? new.lowerBound + offset : nil))
        }
    }

    private static func lines(of text: [UInt8]) -> [String] {
        var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        // A line break at the end of the text begins no further line.
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map { String(decoding: $0.last == 0x0D ? $0.dropLast() : $0, as: UTF8.self) }
    }

    /// Returns a number for each line; equal lines have equal numbers.
    private static func numbered(_ lines: [String], _ numbers: inout [[UInt8]: Int]) -> [Int] {
        lines.map { line in
            let bytes = Array(line.utf8)
            if let number = numbers[bytes] { return number }
            numbers[bytes] = numbers.count
            return numbers.count - 1
        }
    }

    /// Returns the old position of each new line; nil for changed ones. The positions ascend.
    private static func matches(_ old: [Int], _ new: [Int]) -> [Int?] {
        var matches = [Int?](repeating: nil, count: new.count)
        var (first, last) = (0, 0)
        while first < min(old.count, new.count), old[first] == new[first] {
            matches[first] = first
            first += 1
        }
        while last < min(old.count, new.count) - first, old[old.count - 1 - last] == new[new.count - 1 - last] {
            matches[new.count - 1 - last] = old.count - 1 - last
            last += 1
        }
        let (oldRange, newRange) = (first..<old.count - last, first..<new.count - last)
        let (oldPlaces, newPlaces) = (places(of: old, in: oldRange), places(of: new, in: newRange))
        var unique = [Int?](repeating: nil, count: new.count)
        for position in newRange where newPlaces[new[position]] ?? nil != nil {
            unique[position] = oldPlaces[new[position]] ?? nil
        }
        for position in LongestIncreasingSubsequence.indices(of: unique) { matches[position] = unique[position] }
        extend(&matches, old, new, oldRange, newRange)
        return matches
    }

    /// Returns the position of each number that occurs once in a range; nil for one that occurs more often.
    private static func places(of numbers: [Int], in range: Range<Int>) -> [Int: Int?] {
        var places: [Int: Int?] = [:]
        for position in range {
            places.updateValue(places.keys.contains(numbers[position]) ? nil : position, forKey: numbers[position])
        }
        return places
    }

    /// Matches equal lines directly after matched lines, then equal lines directly before matched lines.
    private static func extend(
        _ matches: inout [Int?], _ old: [Int], _ new: [Int], _ oldRange: Range<Int>, _ newRange: Range<Int>
    ) {
        var taken = Set(matches.compactMap(\.self))
        for position in newRange where matches[position] == nil {
            let next = position == newRange.lowerBound ? oldRange.lowerBound : matches[position - 1].map { $0 + 1 }
            guard let next, oldRange.contains(next), !taken.contains(next), old[next] == new[position] else { continue }
            matches[position] = next
            taken.insert(next)
        }
        for position in newRange.reversed() where matches[position] == nil {
            let next =
                position == newRange.upperBound - 1 ? oldRange.upperBound - 1 : matches[position + 1].map { $0 - 1 }
            guard let next, oldRange.contains(next), !taken.contains(next), old[next] == new[position] else { continue }
            matches[position] = next
            taken.insert(next)
        }
    }
}
