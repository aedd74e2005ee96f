/// Features by the bytes of their names.
///
/// A small number of features shares a slot, and a change copies the slots that it touches: what one release costs does
/// not grow with the number of features.
struct FeatureTable: Sendable {
    private struct Entry {
        let hash: UInt64
        let feature: FeatureIndex
    }

    private var slots: [[Entry]] = Array(repeating: [], count: 64)
    private var count = 0

    /// Features that share a slot, on average, when the table grows.
    private static let crowd = 4

    /// The feature of a name.
    subscript(name: Span<UInt8>) -> FeatureIndex? {
        let hash = Self.hash(name)
        let slot = slot(of: hash)
        // By index: taking an entry out would touch features that are not asked for.
        for place in slots[slot].indices where slots[slot][place].hash == hash {
            let feature = slots[slot][place].feature
            if feature.isNamed(name) { return feature }
        }
        return nil
    }

    /// Every feature, in no order.
    var all: some Sequence<FeatureIndex> { slots.lazy.joined().map(\.feature) }

    /// Puts a feature in the place of the one that has its name.
    mutating func set(_ feature: FeatureIndex) {
        let name = feature.name
        let entry = Entry(hash: Self.hash(name.span), feature: feature)
        let slot = slot(of: entry.hash)
        if let place = slots[slot].firstIndex(where: { $0.feature.name == feature.name }) {
            slots[slot][place] = entry
            return
        }
        slots[slot].append(entry)
        count += 1
        if count > slots.count * Self.crowd { grow() }
    }

    private mutating func grow() {
        let entries = slots.joined()
        slots = Array(repeating: [], count: slots.count * 8)
        for entry in entries { slots[slot(of: entry.hash)].append(entry) }
    }

    /// The number of slots is a power of two.
    private func slot(of hash: UInt64) -> Int { Int(truncatingIfNeeded: hash >> 32) & (slots.count - 1) }

    /// FNV-1a: names are the operators' own, so nobody gains from two that collide.
    private static func hash(_ name: Span<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for index in name.indices { hash = (hash ^ UInt64(name[index])) &* 0x100_0000_01B3 }
        return hash
    }
}
