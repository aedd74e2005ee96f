import JSONText
import Patterns

/// The number of a subschema in its graph.
typealias SchemaID = Int

/// One subschema, its keywords in the groups of the specification; a group is absent where none of its keywords is.
struct CompiledSchema: Sendable {
    let source: JSONValue
    let resource: Int
    /// What a boolean schema says; nil for an object.
    var constant: Bool?
    /// The types allowed by `type`; `.any` without it.
    var types: TypeSet = .any
    var values: ValueKeywords?
    var numbers: NumberKeywords?
    var strings: StringKeywords?
    var arrays: ArrayKeywords?
    var objects: ObjectKeywords?
    var references: ReferenceKeywords?
    var logic: LogicKeywords?
    /// `unevaluatedItems`, `unevaluatedProperties`: applied after everything else.
    var unevaluatedItems: SchemaID?
    var unevaluatedProperties: SchemaID?
    /// `contentSchema`, which asserts nothing.
    var contentSchema: SchemaID?
}

/// `enum` and `const`.
final class ValueKeywords: Sendable {
    let constant: JSONValue?
    /// The values of `enum`; nil without it.
    let allowed: [JSONValue]?
    /// The strings among `allowed`, for a quick look.
    let strings: ByteTable
    /// The values of `allowed` that are no strings.
    let others: [JSONValue]

    init(constant: JSONValue?, allowed: [JSONValue]?) {
        self.constant = constant
        self.allowed = allowed
        strings = ByteTable((allowed ?? []).compactMap(\.utf8))
        others = (allowed ?? []).filter { $0.kind != .string }
    }
}

/// `minimum`, `maximum`, `multipleOf`, …; draft 4's boolean `exclusive…` are translated.
final class NumberKeywords: Sendable {
    let minimum: JSONNumber?
    let exclusiveMinimum: JSONNumber?
    let maximum: JSONNumber?
    let exclusiveMaximum: JSONNumber?
    let multipleOf: JSONNumber?
    /// The integers allowed, where whole bounds are all there is; a quick way for most numbers.
    let integers: ClosedRange<Int>?

    init(
        minimum: JSONNumber?, exclusiveMinimum: JSONNumber?, maximum: JSONNumber?, exclusiveMaximum: JSONNumber?,
        multipleOf: JSONNumber?
    ) {
        self.minimum = minimum
        self.exclusiveMinimum = exclusiveMinimum
        self.maximum = maximum
        self.exclusiveMaximum = exclusiveMaximum
        self.multipleOf = multipleOf
        let low = minimum.map(\.int) ?? .min
        let high = maximum.map(\.int) ?? .max
        let isPlain = exclusiveMinimum == nil && exclusiveMaximum == nil && multipleOf == nil
        if isPlain, let low, let high, low <= high { integers = low...high } else { integers = nil }
    }
}

/// `minLength`, `maxLength` (in Unicode scalars), `pattern`, and `format` for values of any type.
final class StringKeywords: Sendable {
    let minimumLength: Int?
    let maximumLength: Int?
    let pattern: SchemaPattern?
    let format: String?
    /// How the format is checked; nil where it is an annotation.
    let formatCheck: Format?

    init(
        minimumLength: Int?, maximumLength: Int?, pattern: SchemaPattern?, format: String?, formatCheck: Format?
    ) {
        self.minimumLength = minimumLength
        self.maximumLength = maximumLength
        self.pattern = pattern
        self.format = format
        self.formatCheck = formatCheck
    }
}

/// A compiled pattern with the text it was written as.
struct SchemaPattern: Sendable {
    let source: String
    let pattern: Pattern
}

/// Keywords about arrays; the array form of `items` is kept as `prefixItems`, `additionalItems` as `items`.
final class ArrayKeywords: Sendable {
    let prefixItems: [SchemaID]
    let items: SchemaID?
    let contains: SchemaID?
    let minimumContains: Int
    let maximumContains: Int?
    /// Whether items that `contains` accepts count as evaluated (2020-12).
    let containsEvaluates: Bool
    let minimumItems: Int?
    let maximumItems: Int?
    let uniqueItems: Bool

    init(
        prefixItems: [SchemaID], items: SchemaID?, contains: SchemaID?, minimumContains: Int, maximumContains: Int?,
        containsEvaluates: Bool, minimumItems: Int?, maximumItems: Int?, uniqueItems: Bool
    ) {
        self.prefixItems = prefixItems
        self.items = items
        self.contains = contains
        self.minimumContains = minimumContains
        self.maximumContains = maximumContains
        self.containsEvaluates = containsEvaluates
        self.minimumItems = minimumItems
        self.maximumItems = maximumItems
        self.uniqueItems = uniqueItems
    }
}

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

/// `$ref`, `$dynamicRef`, `$recursiveRef`.
final class ReferenceKeywords: Sendable {
    let reference: SchemaID?
    let dynamic: DynamicReference?

    init(reference: SchemaID?, dynamic: DynamicReference?) {
        self.reference = reference
        self.dynamic = dynamic
    }
}

/// A reference whose target depends on how evaluation came here.
struct DynamicReference: Sendable {
    /// `$dynamicRef` or `$recursiveRef`.
    let keyword: String
    /// Where it leads when nothing on the way says otherwise.
    let target: SchemaID
    /// The anchor looked for in the dynamic scope (empty for `$recursiveRef`); nil where the reference is static.
    let anchor: String?
}

/// `allOf`, `anyOf`, `oneOf`, `not`, `if`/`then`/`else`.
final class LogicKeywords: Sendable {
    let allOf: [SchemaID]
    let anyOf: [SchemaID]
    let oneOf: [SchemaID]
    let not: SchemaID?
    let condition: SchemaID?
    let consequence: SchemaID?
    let alternative: SchemaID?
    /// What decides between the branches of `anyOf` and of `oneOf`, where something does.
    let anyOfDiscriminator: Discriminator?
    let oneOfDiscriminator: Discriminator?

    init(
        allOf: [SchemaID], anyOf: [SchemaID], oneOf: [SchemaID], not: SchemaID?, condition: SchemaID?,
        consequence: SchemaID?, alternative: SchemaID?, anyOfDiscriminator: Discriminator? = nil,
        oneOfDiscriminator: Discriminator? = nil
    ) {
        self.allOf = allOf
        self.anyOf = anyOf
        self.oneOf = oneOf
        self.not = not
        self.condition = condition
        self.consequence = consequence
        self.alternative = alternative
        self.anyOfDiscriminator = anyOfDiscriminator
        self.oneOfDiscriminator = oneOfDiscriminator
    }

    /// The same keywords with what decides between their branches.
    func discriminated(anyOf: Discriminator?, oneOf: Discriminator?) -> LogicKeywords {
        LogicKeywords(
            allOf: allOf, anyOf: self.anyOf, oneOf: self.oneOf, not: not, condition: condition,
            consequence: consequence, alternative: alternative, anyOfDiscriminator: anyOf, oneOfDiscriminator: oneOf)
    }
}
