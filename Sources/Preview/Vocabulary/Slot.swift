/// What a schema says stands in a place: enough to draw it.
indirect enum Slot: Sendable {
    /// Text, a number, a truth value, or anything that is only shown as written.
    case plain
    /// One of the words of the enumeration of this identifier.
    case word(String)
    /// An entity, or one of the entities of a union, by its document's identifier.
    case entity(String)
    /// One of several entities written in place, by identifier.
    case choice([String])
    case list(Slot)
    case object(Shape)
}

/// The members of an object that its schema names.
struct Shape: Sendable {
    /// What stands at each name, in the schema's order.
    private(set) var members: [(name: String, slot: Slot)] = []
    /// Words that stand for an absent member, from `default`.
    var defaults: [String: String] = [:]
    private var positions: [String: Int] = [:]

    subscript(_ name: String) -> Slot? {
        positions[name].map { members[$0].slot }
    }

    /// Adds a member; a telling slot replaces a plain one of the same name.
    mutating func add(_ name: String, _ slot: Slot) {
        guard let position = positions[name] else {
            positions[name] = members.count
            members.append((name, slot))
            return
        }
        if case .plain = members[position].slot { members[position].slot = slot }
    }

    /// Adds the members another shape has.
    mutating func merge(_ other: Shape) {
        for member in other.members { add(member.name, member.slot) }
        defaults.merge(other.defaults) { own, _ in own }
    }
}
