/// Matches the items of an old array with those of a new one.
struct ArrayMatching {
    /// The members that identify an item, the most specific first.
    private static let identifiers = ["tag", "id", "key", "name"]

    /// The identifier of an item among its siblings: the member's name and value.
    private struct Identity: Hashable {
        let identifier: String
        let value: [UInt8]
    }

    /// The old position of each new item; nil for added ones.
    private(set) var oldPositions: [Int?]
    /// The new positions of items whose order among the kept items changed; the smallest such set.
    private(set) var moved: Set<Int> = []

    private var matchedOld: [Bool]

    init(_ old: [JSONValue], _ new: [JSONValue]) {
        oldPositions = Array(repeating: nil, count: new.count)
        matchedOld = Array(repeating: false, count: old.count)
        let oldIdentities = Self.identities(of: old)
        let newIdentities = Self.identities(of: new)
        matchIdentities(oldIdentities, newIdentities)
        matchContents(old, new)
        matchPlaces(old, new) { oldIdentities[$0] == nil || newIdentities[$1] == nil }
        moved = Set(oldPositions.indices.filter { oldPositions[$0] != nil })
            .subtracting(Self.longestAscent(oldPositions))
    }

    /// Returns true if an old item was kept.
    func isMatched(old position: Int) -> Bool { matchedOld[position] }

    private mutating func match(_ old: Int, _ new: Int) {
        oldPositions[new] = old
        matchedOld[old] = true
    }

    private mutating func matchIdentities(_ old: [Identity?], _ new: [Identity?]) {
        var positions: [Identity: Int] = [:]
        for (position, identity) in old.enumerated() { if let identity { positions[identity] = position } }
        for (position, identity) in new.enumerated() {
            if let identity, let oldPosition = positions[identity] { match(oldPosition, position) }
        }
    }

    /// Matches equal items: first at both ends, then anywhere.
    private mutating func matchContents(_ old: [JSONValue], _ new: [JSONValue]) {
        var first = 0
        while first < min(old.count, new.count), matchIfEqual(old, new, first, first) { first += 1 }
        var last = 1
        while last <= min(old.count, new.count) - first,
            matchIfEqual(old, new, old.count - last, new.count - last)
        {
            last += 1
        }
        var positions: [Int: [Int]] = [:]
        for position in old.indices.reversed() where !matchedOld[position] {
            positions[Self.hash(old[position]), default: []].append(position)
        }
        for position in new.indices where oldPositions[position] == nil {
            let hash = Self.hash(new[position])
            guard let candidate = positions[hash]?.last, old[candidate].isEqual(to: new[position]) else { continue }
            positions[hash]?.removeLast()
            match(candidate, position)
        }
    }

    private mutating func matchIfEqual(
        _ old: [JSONValue], _ new: [JSONValue], _ oldPosition: Int, _ newPosition: Int
    ) -> Bool {
        if oldPositions[newPosition] == oldPosition { return true }
        guard !matchedOld[oldPosition], oldPositions[newPosition] == nil else { return false }
        guard old[oldPosition].isEqual(to: new[newPosition]) else { return false }
        match(oldPosition, newPosition)
        return true
    }

    /// Matches unmatched items of one kind that directly follow matched neighbours, if `mayMatch` allows it.
    private mutating func matchPlaces(
        _ old: [JSONValue], _ new: [JSONValue], _ mayMatch: (_ old: Int, _ new: Int) -> Bool
    ) {
        for position in new.indices where oldPositions[position] == nil {
            let candidate = position == 0 ? 0 : oldPositions[position - 1].map { $0 + 1 }
            guard let candidate, candidate < old.count, !matchedOld[candidate] else { continue }
            guard old[candidate].kind == new[position].kind, mayMatch(candidate, position) else { continue }
            match(candidate, position)
        }
    }

    private static func hash(_ value: JSONValue) -> Int {
        var hasher = Hasher()
        value.hash(into: &hasher)
        return hasher.finalize()
    }

    /// Returns the identity of each item; nil if it has none or shares it with another item.
    private static func identities(of items: [JSONValue]) -> [Identity?] {
        let identities = items.map { item -> Identity? in
            guard item.kind == .object else { return nil }
            for identifier in Self.identifiers {
                guard let value = item[identifier], value.kind == .string || value.kind == .number else { continue }
                return Identity(identifier: identifier, value: value.utf8 ?? value.rawBytes)
            }
            return nil
        }
        var counts: [Identity: Int] = [:]
        for case let identity? in identities { counts[identity, default: 0] += 1 }
        return identities.map { identity in identity.flatMap { counts[$0] == 1 ? $0 : nil } }
    }

    /// Returns the indices of a longest increasing subsequence; nil values are skipped.
    private static func longestAscent(_ values: [Int?]) -> [Int] {
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
}
