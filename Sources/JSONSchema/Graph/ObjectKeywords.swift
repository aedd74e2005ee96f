import JSONText

/// The keywords about objects, arranged so that one pass over the members checks most of them.
final class ObjectKeywords: Sendable {
    /// The schemas of `properties`, in source order.
    let properties: [PropertySchema]
    /// The schemas of `patternProperties`, in source order.
    let patterns: [PatternSchema]
    let additionalProperties: SchemaID?
    let propertyNames: SchemaID?
    /// The names of `required`, in source order.
    let required: [String]
    let minimumProperties: Int?
    let maximumProperties: Int?
    /// `dependentRequired`, and the name lists of `dependencies`.
    let dependentRequired: [DependentNames]
    /// `dependentSchemas`, and the schemas of `dependencies`.
    let dependentSchemas: [DependentSchema]
    /// True if the members must be checked one by one.
    let looksAtMembers: Bool
    /// Every name in `properties` and `required`, with its position in `slots`.
    let names: ByteTable
    /// The meaning of each name in `names`.
    let slots: [NameSlot]

    /// The meaning of a name for `properties` and `required`.
    struct NameSlot: Sendable {
        var property: SchemaID?
        var isRequired = false
    }

    init(
        properties: [PropertySchema], patterns: [PatternSchema], additionalProperties: SchemaID?,
        propertyNames: SchemaID?, required: [String], minimumProperties: Int?, maximumProperties: Int?,
        dependentRequired: [DependentNames], dependentSchemas: [DependentSchema]
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

    /// True if none of these keywords has an effect, except possibly `required`.
    var asksOnlyPresence: Bool {
        properties.isEmpty && patterns.isEmpty && additionalProperties == nil && propertyNames == nil
            && minimumProperties == nil && maximumProperties == nil && dependentRequired.isEmpty
            && dependentSchemas.isEmpty
    }

    /// True if none of these keywords has an effect.
    var isEmpty: Bool {
        slots.isEmpty && patterns.isEmpty && additionalProperties == nil && propertyNames == nil
            && minimumProperties == nil && maximumProperties == nil && dependentRequired.isEmpty
            && dependentSchemas.isEmpty
    }
}

/// A property's name and schema.
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

/// A name pattern and the schema for members whose names match it.
struct PatternSchema: Sendable {
    let pattern: SchemaPattern
    let schema: SchemaID
}

/// The names of the members that an object needs if it has a certain member.
struct DependentNames: Sendable {
    let name: String
    let required: [String]
    /// The keyword that declared them.
    let keyword: String
}

/// The schema that applies to an object if it has a certain member.
struct DependentSchema: Sendable {
    let name: String
    let key: JSONName
    let schema: SchemaID
    /// The keyword that declared it.
    let keyword: String

    init(name: String, schema: SchemaID, keyword: String) {
        self.name = name
        key = JSONName(name)
        self.schema = schema
        self.keyword = keyword
    }
}
