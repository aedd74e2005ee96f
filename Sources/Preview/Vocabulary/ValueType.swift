/// The type of a value according to its schema, reduced to what drawing needs.
indirect enum ValueType: Sendable {
    /// Text, a number, a Boolean, or a value without a known type.
    case plain
    /// A value of the enumeration with this identifier.
    case enumeration(String)
    /// An entity or a union of entities, by the identifier of its schema.
    case entity(String)
    /// One of several entities, by identifier, of a union that has no schema of its own.
    case choice([String])
    case list(ValueType)
    case object(ObjectShape)
}

/// The members of an object that its schema declares.
struct ObjectShape: Sendable {
    /// The type of each member by name, in schema order.
    private(set) var members: [(name: String, valueType: ValueType)] = []
    /// The default values of absent members, as far as they are texts.
    var defaults: [String: String] = [:]
    private var positions: [String: Int] = [:]

    subscript(_ name: String) -> ValueType? {
        positions[name].map { members[$0].valueType }
    }

    /// Adds a member; a more specific type replaces a plain one.
    mutating func add(_ name: String, _ valueType: ValueType) {
        guard let position = positions[name] else {
            positions[name] = members.count
            members.append((name, valueType))
            return
        }
        if case .plain = members[position].valueType { members[position].valueType = valueType }
    }

    /// Adds the members of another shape.
    mutating func merge(_ other: ObjectShape) {
        for member in other.members { add(member.name, member.valueType) }
        defaults.merge(other.defaults) { own, _ in own }
    }
}
