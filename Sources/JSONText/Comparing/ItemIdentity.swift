/// The name and value of the member that identifies an array item among its siblings.
struct ItemIdentity: Hashable {
    /// The names of identifying members, the most specific first.
    static let identifiers = ["tag", "id", "key", "name"].map { JSONName($0) }

    private let identifier: JSONName
    private let value: [UInt8]

    /// Reads one identifying member; nil if the item lacks it or its value is neither a string nor a number.
    init?(_ item: JSONValue, identifier: JSONName) {
        guard let value = item.member(identifier)?.value else { return nil }
        guard value.kind == .string || value.kind == .number else { return nil }
        self.identifier = identifier
        self.value = value.utf8 ?? value.rawBytes
    }

    /// Returns the most specific identity of an item; nil if it has none.
    static func first(of item: JSONValue) -> ItemIdentity? {
        for identifier in identifiers {
            if let identity = ItemIdentity(item, identifier: identifier) { return identity }
        }
        return nil
    }

    /// Returns the position of each item by its value of one identifying member. A value that several items share is
    /// left out.
    static func positions(of items: [JSONValue], by identifier: JSONName) -> [ItemIdentity: Int] {
        var positions: [ItemIdentity: Int] = [:]
        var shared: Set<ItemIdentity> = []
        for (position, item) in items.enumerated() {
            guard let identity = ItemIdentity(item, identifier: identifier) else { continue }
            if positions.updateValue(position, forKey: identity) != nil { shared.insert(identity) }
        }
        for identity in shared { positions[identity] = nil }
        return positions
    }
}
