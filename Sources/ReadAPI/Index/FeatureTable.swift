/// A hash table of features by the bytes of their names.
///
/// Only a few features share a slot, and a change copies only the entries of the slots it touches, so the cost of a
/// release hardly grows with the number of features.
struct FeatureTable: Sendable {
    private struct Entry {
        let hash: UInt64
        /// A copy of the feature's plan, so that the fast path does not touch the feature itself.
        let plan: EditionPlan
        let feature: FeatureIndex

        init(_ feature: FeatureIndex, hash: UInt64) {
            (self.hash, plan, self.feature) = (hash, feature.plan, feature)
        }
    }

    private var slots: [[Entry]]
    private var count = 0

    /// The average number of features per slot at which the table grows.
    private static let crowd = 4

    /// Creates an empty table that has room for a number of features without growing.
    init(capacity: Int = 0) {
        slots = Array(repeating: [], count: TableSize.slots(for: capacity, crowd: Self.crowd))
    }

    /// The feature with a name, or nil.
    subscript(name: Span<UInt8>) -> FeatureIndex? {
        let hash = Self.hash(name)
        return slots[slot(of: hash)].first { $0.hash == hash && $0.plan.isNamed(name) }?.feature
    }

    /// Returns the result for a client of a feature; nil if there is no such feature. Both names are in UTF-8; `key` is
    /// the sort key of the client's version.
    func outcome(
        of name: Span<UInt8>, platform: Span<UInt8>, key: [UInt8], bucket: Int?
    ) -> EditionPlan.Outcome? {
        let hash = Self.hash(name)
        let bucket = bucket ?? EditionPlan.bucketIfNone
        // An array would be retained while it is read, and all threads would change the same reference counts; a span
        // is not. Entries are read by index, because copying one would touch features that were not requested.
        let slots = slots.span
        let entries = slots[slot(of: hash)].span
        for place in entries.indices where entries[place].hash == hash && entries[place].plan.isNamed(name) {
            return entries[place].plan.outcome(platform: platform, key: key, bucket: bucket)
        }
        return nil
    }

    /// All features, in no particular order.
    var all: some Sequence<FeatureIndex> { slots.lazy.joined().map(\.feature) }

    /// Adds a feature, or replaces the one with its name.
    mutating func set(_ feature: FeatureIndex) {
        let name = Array(feature.name)
        let entry = Entry(feature, hash: Self.hash(name.span))
        let slot = slot(of: entry.hash)
        if let place = slots[slot].firstIndex(where: { $0.hash == entry.hash && $0.plan.isNamed(name.span) }) {
            slots[slot][place] = entry
            return
        }
        slots[slot].append(entry)
        count += 1
        if count > slots.count * Self.crowd { grow() }
    }

    private mutating func grow() {
        let entries = slots.joined()
        slots = Array(repeating: [], count: slots.count * TableSize.growth)
        for entry in entries { slots[slot(of: entry.hash)].append(entry) }
    }

    /// The largest number of features in one slot.
    var largestSlot: Int { slots.lazy.map(\.count).max() ?? 0 }

    /// Returns the slot of a hash; the number of slots is a power of two. The slot depends on the low bits of the hash,
    /// because names that differ only at their end, such as `home.card-1` and `home.card-2`, usually differ there.
    private func slot(of hash: UInt64) -> Int { Int(truncatingIfNeeded: hash) & (slots.count - 1) }

    /// Returns the FNV-1a hash of a name. Apps cannot create features, so deliberate collisions are no concern.
    private static func hash(_ name: Span<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for index in name.indices { hash = (hash ^ UInt64(name[index])) &* 0x100_0000_01B3 }
        return hash
    }
}
