package import JSONText
import Patterns

/// The keywords that limit a value, as interpreted by the subschema's draft.
extension SchemaNode {
    /// `minLength` and `maxLength`, in Unicode scalars.
    package var lengths: (minimum: Int?, maximum: Int?) {
        let strings = compiled.strings
        return (strings?.minimumLength, strings?.maximumLength)
    }

    /// The text of `pattern`.
    package var pattern: String? { compiled.strings?.pattern?.source }

    /// Returns at most `limit` sample texts that match `pattern` and whose lengths in Unicode scalars are in `lengths`;
    /// empty without a pattern or if none can be generated.
    package func patternSamples(lengths: ClosedRange<Int>, limit: Int) -> [String] {
        compiled.strings?.pattern?.pattern.samples(lengths: lengths, limit: limit) ?? []
    }

    /// Returns sample names of 1 to 64 Unicode scalars that match the patterns of `patternProperties`, at most `limit`
    /// for each pattern, with the subschema of the pattern.
    package func patternPropertySamples(limit: Int) -> [(name: String, node: SchemaNode)] {
        (compiled.objects?.patterns ?? []).flatMap { property in
            property.pattern.pattern.samples(lengths: 1...64, limit: limit).map {
                ($0, SchemaNode(schema: schema, id: property.schema))
            }
        }
    }

    /// The numeric limits; in draft 4, `exclusiveMinimum: true` makes `minimum` the exclusive minimum.
    package var numbers: NumberBounds? {
        compiled.numbers.map {
            NumberBounds(
                minimum: $0.minimum, exclusiveMinimum: $0.exclusiveMinimum, maximum: $0.maximum,
                exclusiveMaximum: $0.exclusiveMaximum, multipleOf: $0.multipleOf)
        }
    }

    /// `minItems` and `maxItems`.
    package var itemCounts: (minimum: Int?, maximum: Int?) {
        (compiled.arrays?.minimumItems, compiled.arrays?.maximumItems)
    }

    /// `minContains`, or 1 without it; applies only with `contains`.
    package var minimumContains: Int { compiled.arrays?.minimumContains ?? 1 }

    /// `uniqueItems`.
    package var uniqueItems: Bool { compiled.arrays?.uniqueItems ?? false }

    /// `minProperties` and `maxProperties`.
    package var propertyCounts: (minimum: Int?, maximum: Int?) {
        (compiled.objects?.minimumProperties, compiled.objects?.maximumProperties)
    }

    /// The types among string, number, array and object that a keyword such as `minLength` or `required` limits.
    package var constrainedTypes: TypeSet {
        var types: TypeSet = []
        if compiled.strings != nil { types.insert(.string) }
        if compiled.numbers != nil { types.insert(.number) }
        if compiled.arrays != nil || compiled.unevaluatedItems != nil { types.insert(.array) }
        if compiled.objects != nil || compiled.unevaluatedProperties != nil { types.insert(.object) }
        return types
    }
}

/// The numeric limits of one subschema.
package struct NumberBounds: Sendable {
    package let minimum: JSONNumber?
    package let exclusiveMinimum: JSONNumber?
    package let maximum: JSONNumber?
    package let exclusiveMaximum: JSONNumber?
    package let multipleOf: JSONNumber?
}
