/// The sizes of hash tables that grow as they fill.
enum TableSize {
    /// The number of slots of the smallest table; a power of two, as all numbers of slots are.
    private static let least = 64
    /// The factor by which a full table grows.
    static let growth = 8

    /// Returns the number of slots for `capacity` entries, of which about `crowd` share a slot.
    static func slots(for capacity: Int, crowd: Int) -> Int {
        var slots = least
        while capacity > slots * crowd { slots *= growth }
        return slots
    }
}
