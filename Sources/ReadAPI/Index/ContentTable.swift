import MicroHTTP

/// The contents that clients can fetch by their hash: those of all live editions, and those that were live until
/// recently.
///
/// A client that has a manifest fetches the contents named in it moments later, when a newer release may be live. So
/// contents stay for a while after their last edition is gone. A change copies only the entries of the slots that it
/// touches.
struct ContentTable: Sendable {
    private struct Entry {
        let content: ServedContent
        /// The number of live features with an edition of these bytes.
        var uses: Int
    }

    private var slots: [[Entry]]
    private var count = 0
    /// The contents that lost their last live edition, in the order in which they lost it; some may be live again.
    private var retired: [ServedContent] = []
    private var retiredBytes = 0

    /// The average number of contents per slot at which the table grows.
    private static let crowd = 4
    /// The maximum number of retired contents that are kept, and of their bytes.
    private static let retiredLimit = (contents: 1_000, bytes: 16 << 20)

    /// Creates an empty table that has room for a number of contents without growing.
    init(capacity: Int = 0) {
        slots = Array(repeating: [], count: TableSize.slots(for: capacity, crowd: Self.crowd))
    }

    /// The content with a hash in lower-case hexadecimal digits, or nil.
    subscript(hash: String) -> ServedContent? {
        slots[slot(of: hash)].first { $0.content.hash == hash }?.content
    }

    /// Adds the contents of a feature's editions, and retires those of its earlier editions that no live edition uses
    /// any more.
    mutating func replace(_ before: [ServedContent], with contents: [ServedContent]) {
        for content in contents { add(content) }
        for content in before { retire(content) }
        while retired.count > Self.retiredLimit.contents || retiredBytes > Self.retiredLimit.bytes { forget() }
    }

    /// Retires the contents of an earlier table that no live edition of this table uses: first the contents that the
    /// earlier table had already retired, in the same order.
    mutating func retire(from earlier: ContentTable) {
        let live = earlier.slots.joined().filter { $0.uses > 0 }.map(\.content)
        for content in earlier.retired + live { replace([content], with: [content]) }
    }

    private mutating func add(_ content: ServedContent) {
        let slot = slot(of: content.hash)
        if let place = slots[slot].firstIndex(where: { $0.content.hash == content.hash }) {
            slots[slot][place].uses += 1
            return
        }
        slots[slot].append(Entry(content: content, uses: 1))
        count += 1
        if count > slots.count * Self.crowd { grow() }
    }

    private mutating func retire(_ content: ServedContent) {
        let slot = slot(of: content.hash)
        guard let place = slots[slot].firstIndex(where: { $0.content.hash == content.hash }) else { return }
        slots[slot][place].uses -= 1
        guard slots[slot][place].uses == 0 else { return }
        retired.append(slots[slot][place].content)
        retiredBytes += content.body.count
    }

    /// Removes the content that was retired first, unless it is live again or was retired again since.
    private mutating func forget() {
        let content = retired.removeFirst()
        retiredBytes -= content.body.count
        let slot = slot(of: content.hash)
        guard let place = slots[slot].firstIndex(where: { $0.content.hash == content.hash }),
            slots[slot][place].uses == 0, !retired.contains(where: { $0.hash == content.hash })
        else { return }
        slots[slot].remove(at: place)
        count -= 1
    }

    private mutating func grow() {
        let entries = slots.joined()
        slots = Array(repeating: [], count: slots.count * TableSize.growth)
        for entry in entries { slots[slot(of: entry.content.hash)].append(entry) }
    }

    /// Returns the slot of a hash, by the hash's first eight digits; the number of slots is a power of two.
    private func slot(of hash: String) -> Int {
        Int(hash.utf8.prefix(8).reduce(0 as UInt64) { $0 &* 31 &+ UInt64($1) } & UInt64(slots.count - 1))
    }
}
