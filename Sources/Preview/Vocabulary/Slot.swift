/// The type of a value according to its schema, reduced to what drawing needs.
indirect enum Slot: Sendable {
    /// Text, a number, a Boolean, or a value without a known type.
    case plain
    /// A value of the enumeration with this identifier.
    case word(String)
    /// An entity or a union of entities, by the identifier of its schema.
    case entity(String)
    /// One of several entities, by identifier, of a union that has no schema of its own.
    case choice([String])
    case list(Slot)
    case object(Shape)
}

/// The members of an object that its schema declares.
struct Shape: Sendable {
    /// The slot of each name, in schema order.
    private(set) var members: [(name: String, slot: Slot)] = []
    /// The default values of absent members.
    var defaults: [String: String] = [:]
    private var positions: [String: Int] = [:]

    subscript(_ name: String) -> Slot? {
        positions[name].map { members[$0].slot }
    }

    /// Adds a member; a more specific slot replaces a plain one.
    mutating func add(_ name: String, _ slot: Slot) {
        guard let position = positions[name] else {
            positions[name] = members.count
            members.append((name, slot))
            return
        }
        if case .plain = members[position].slot { members[position].slot = slot }
    }

    /// Adds the members of another shape.
    mutating func merge(_ other: Shape) {
        for member in other.members { add(member.name, member.slot) }
        defaults.merge(other.defaults) { own, _ in own }
    }
}
