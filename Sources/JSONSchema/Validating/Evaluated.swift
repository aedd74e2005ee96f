/// The members and items of one value that schemas have evaluated, which `unevaluatedProperties` and `unevaluatedItems`
/// therefore ignore.
///
/// They are recorded only if a schema needs them (`isTracked`).
struct Evaluated {
    let isTracked: Bool
    private var hasAllMembers = false
    private var members = BitSet()
    private var hasAllItems = false
    private var itemPrefix = 0
    private var items = BitSet()

    init(isTracked: Bool) {
        self.isTracked = isTracked
    }

    mutating func insertMember(_ position: Int) {
        if isTracked { members.insert(position) }
    }

    mutating func insertAllMembers() {
        if isTracked { hasAllMembers = true }
    }

    mutating func insertItem(_ position: Int) {
        if isTracked { items.insert(position) }
    }

    mutating func insertItems(upTo end: Int) {
        if isTracked { itemPrefix = max(itemPrefix, end) }
    }

    mutating func insertAllItems() {
        if isTracked { hasAllItems = true }
    }

    func containsMember(_ position: Int) -> Bool {
        hasAllMembers || members.contains(position)
    }

    func containsItem(_ position: Int) -> Bool {
        hasAllItems || position < itemPrefix || items.contains(position)
    }

    mutating func formUnion(_ other: Evaluated) {
        guard isTracked else { return }
        hasAllMembers = hasAllMembers || other.hasAllMembers
        hasAllItems = hasAllItems || other.hasAllItems
        itemPrefix = max(itemPrefix, other.itemPrefix)
        members.formUnion(other.members)
        items.formUnion(other.items)
    }
}

/// A set of small numbers; numbers below 64 need no allocation.
private struct BitSet {
    private var first: UInt64 = 0
    private var rest: [UInt64] = []

    mutating func insert(_ position: Int) {
        if position < 64 {
            first |= 1 << UInt64(position)
            return
        }
        let word = position / 64 - 1
        while rest.count <= word { rest.append(0) }
        rest[word] |= 1 << UInt64(position % 64)
    }

    func contains(_ position: Int) -> Bool {
        if position < 64 { return first & (1 << UInt64(position)) != 0 }
        let word = position / 64 - 1
        return word < rest.count && rest[word] & (1 << UInt64(position % 64)) != 0
    }

    mutating func formUnion(_ other: BitSet) {
        first |= other.first
        while rest.count < other.rest.count { rest.append(0) }
        for (word, bits) in other.rest.enumerated() { rest[word] |= bits }
    }
}
