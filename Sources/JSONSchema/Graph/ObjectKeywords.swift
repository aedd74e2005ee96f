import JSONText

/// Keywords about objects, laid out so that one pass over the members answers most of them.
final class ObjectKeywords: Sendable {
    /// `properties` in source order.
    let properties: [PropertySchema]
    /// `patternProperties` in source order.
    let patterns: [PatternSchema]
    let additionalProperties: SchemaID?
    let propertyNames: SchemaID?
    /// The names of `required`, in source order.
    let required: [String]
    let minimumProperties: Int?
    let maximumProperties: Int?
    /// `dependentRequired`, and the lists of `dependencies`.
    let dependentRequired: [DependentNames]
    /// `dependentSchemas`, and the schemas of `dependencies`.
    let dependentSchemas: [PropertySchema]
    /// Whether members have to be looked at one by one.
    let looksAtMembers: Bool
    /// Every name the keywords above look for: positions into `slots`.
    let names: ByteTable
    /// What each name in `names` means.
    let slots: [NameSlot]

    /// What a name means to `properties` and `required`.
    struct NameSlot: Sendable {
        var property: SchemaID?
        var isRequired = false
    }

    init(
        properties: [PropertySchema], patterns: [PatternSchema], additionalProperties: SchemaID?,
        propertyNames: SchemaID?, required: [String], minimumProperties: Int?, maximumProperties: Int?,
        dependentRequired: [DependentNames], dependentSchemas: [PropertySchema]
    ) {
        self.properties = properties
        self.patterns = patterns
        self.additionalProperties = additionalProperties
        self.propertyNames = propertyNames
        self.required = required
        self.minimumProperties = minimumProperties
        self.maximumProperties = maximumProperties
        self.dependentRequired = dependentRequired
        self.dependentSchemas = dependentSchemas
        var keys = properties.map { Array($0.name.utf8) }
        var slots = properties.map { NameSlot(property: $0.schema) }
        let table = ByteTable(keys)
        for name in required {
            let key = Array(name.utf8)
            if let position = table[key] {
                slots[position].isRequired = true
            } else {
                keys.append(key)
                slots.append(NameSlot(isRequired: true))
            }
        }
        names = ByteTable(keys)
        self.slots = slots
        looksAtMembers =
            !slots.isEmpty || !patterns.isEmpty || additionalProperties != nil || propertyNames != nil
    }

    /// Whether nothing but the presence of members is asked.
    var asksOnlyPresence: Bool {
        properties.isEmpty && patterns.isEmpty && additionalProperties == nil && propertyNames == nil
            && minimumProperties == nil && maximumProperties == nil && dependentRequired.isEmpty
            && dependentSchemas.isEmpty
    }

    /// Whether nothing is asked of objects.
    var isEmpty: Bool {
        slots.isEmpty && patterns.isEmpty && additionalProperties == nil && propertyNames == nil
            && minimumProperties == nil && maximumProperties == nil && dependentRequired.isEmpty
            && dependentSchemas.isEmpty
    }
}

/// A property's name and the schema applied for it.
struct PropertySchema: Sendable {
    let name: String
    let key: JSONName
    let schema: SchemaID

    init(name: String, schema: SchemaID) {
        self.name = name
        key = JSONName(name)
        self.schema = schema
    }
}

/// A pattern of names and the schema applied to members that match it.
struct PatternSchema: Sendable {
    let pattern: SchemaPattern
    let schema: SchemaID
}

/// The names that a member's presence requires.
struct DependentNames: Sendable {
    let name: String
    let required: [String]
    /// The keyword it was written as.
    let keyword: String
}
