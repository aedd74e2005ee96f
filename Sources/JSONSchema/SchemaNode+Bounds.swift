package import JSONText
import Patterns

/// The keywords that bound a value, as the draft of the subschema has them.
extension SchemaNode {
    /// `minLength` and `maxLength`, in Unicode scalars.
    package var lengths: (minimum: Int?, maximum: Int?) {
        let strings = compiled.strings
        return (strings?.minimumLength, strings?.maximumLength)
    }

    /// The text of `pattern`.
    package var pattern: String? { compiled.strings?.pattern?.source }

    /// Texts of so many Unicode scalars that `pattern` describes; none without it, or where no way was found to write
    /// one.
    package func patternSamples(lengths: ClosedRange<Int>, limit: Int) -> [String] {
        compiled.strings?.pattern?.pattern.samples(lengths: lengths, limit: limit) ?? []
    }

    /// Names that the patterns of `patternProperties` describe, with the subschema of each pattern.
    package func patternPropertySamples(limit: Int) -> [(name: String, node: SchemaNode)] {
        (compiled.objects?.patterns ?? []).flatMap { property in
            property.pattern.pattern.samples(lengths: 1...64, limit: limit).map {
                ($0, SchemaNode(schema: schema, id: property.schema))
            }
        }
    }

    /// `minimum`, `maximum` and the like, draft 4's `exclusiveMinimum: true` among the exclusive ones.
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

    /// `minContains`, 1 without it; meaningful beside `contains` only.
    package var minimumContains: Int { compiled.arrays?.minimumContains ?? 1 }

    /// `uniqueItems`.
    package var uniqueItems: Bool { compiled.arrays?.uniqueItems ?? false }

    /// `minProperties` and `maxProperties`.
    package var propertyCounts: (minimum: Int?, maximum: Int?) {
        (compiled.objects?.minimumProperties, compiled.objects?.maximumProperties)
    }

    /// Whether a keyword that only concerns texts, numbers, arrays or objects is there; empty for none.
    package var constrainedTypes: TypeSet {
        var types: TypeSet = []
        if compiled.strings != nil { types.insert(.string) }
        if compiled.numbers != nil { types.insert(.number) }
        if compiled.arrays != nil || compiled.unevaluatedItems != nil { types.insert(.array) }
        if compiled.objects != nil || compiled.unevaluatedProperties != nil { types.insert(.object) }
        return types
    }
}

/// What `minimum`, `exclusiveMinimum`, `maximum`, `exclusiveMaximum` and `multipleOf` of one subschema say.
package struct NumberBounds: Sendable {
    package let minimum: JSONNumber?
    package let exclusiveMinimum: JSONNumber?
    package let maximum: JSONNumber?
    package let exclusiveMaximum: JSONNumber?
    package let multipleOf: JSONNumber?
}
