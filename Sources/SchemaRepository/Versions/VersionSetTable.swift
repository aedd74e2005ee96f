/// The version sets of one calculation, each with a number, so that each intersection and each union is computed once.
///
/// Many parts of a document have the same few sets. Sets that are equal but spelled differently (`5` and `5.0`) have
/// different numbers, because results keep the spelling.
final class VersionSetTable {
    /// The number of a set in its table.
    struct ID: Hashable {
        let number: Int

        static let all = ID(number: 0)
        static let none = ID(number: 1)
    }

    private struct Pair: Hashable {
        let first: ID
        let second: ID
    }

    private var sets: [VersionSet] = [.all, .none]
    private var ids: [[String]: ID] = [:]
    private var intersections: [Pair: ID] = [:]
    private var unions: [Pair: ID] = [:]

    init() {
        for (number, set) in sets.enumerated() { ids[Self.spelling(of: set)] = ID(number: number) }
    }

    /// The number of sets so far.
    var count: Int { sets.count }

    /// The set with a number.
    subscript(_ id: ID) -> VersionSet { sets[id.number] }

    /// Returns the number of a set.
    func id(of set: VersionSet) -> ID {
        let spelling = Self.spelling(of: set)
        if let known = ids[spelling] { return known }
        let id = ID(number: sets.count)
        sets.append(set)
        ids[spelling] = id
        return id
    }

    /// Returns the intersection of two sets; if they spell a version differently, the spelling of the first set is kept.
    func intersection(_ first: ID, _ second: ID) -> ID {
        if first == second || second == .all { return first }
        if first == .all { return second }
        let pair = Pair(first: first, second: second)
        if let known = intersections[pair] { return known }
        let result = id(of: sets[first.number].intersection(sets[second.number]))
        intersections[pair] = result
        return result
    }

    /// Returns the union of two sets; if they spell a version differently, the spelling of one of them is kept.
    func union(_ first: ID, _ second: ID) -> ID {
        if first == second || second == .none { return first }
        if first == .none { return second }
        let pair = Pair(first: first, second: second)
        if let known = unions[pair] { return known }
        let result = id(of: sets[first.number].union(sets[second.number]))
        unions[pair] = result
        return result
    }

    /// Returns true if two sets have the same versions, however these are spelled.
    func areEqual(_ first: ID, _ second: ID) -> Bool { first == second || sets[first.number] == sets[second.number] }

    private static func spelling(of set: VersionSet) -> [String] {
        set.intervals.flatMap { [$0.from.text, $0.until?.text ?? ""] }
    }
}

/// Numbers of sets in the order in which they were first inserted.
struct OrderedIDs {
    private(set) var ids: [VersionSetTable.ID] = []
    private var isIn: [Bool] = []

    /// Appends a number unless it was inserted before.
    mutating func insert(_ id: VersionSetTable.ID) {
        while isIn.count <= id.number { isIn.append(false) }
        if isIn[id.number] { return }
        isIn[id.number] = true
        ids.append(id)
    }
}
