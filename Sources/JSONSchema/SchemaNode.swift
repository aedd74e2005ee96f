package import JSONText
import Patterns

/// A compiled subschema, for code that traverses schemas: to find what a client version supports, to preview forms or
/// to document components.
///
/// Schemas may be recursive; compare `id` to detect a loop.
package struct SchemaNode: Sendable, Hashable {
    /// The compiled schema that contains the subschema.
    package let schema: Schema
    /// The number of the subschema in that schema.
    package let id: Int

    /// Returns true if both are the same subschema of the same compiled schema.
    package static func == (one: SchemaNode, other: SchemaNode) -> Bool {
        one.id == other.id && one.schema === other.schema
    }

    /// Hashes the number of the subschema.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(id)
    }

    var compiled: CompiledSchema {
        // Yields in place, because a copy would change the reference count of every keyword group.
        _read { yield schema.graph.nodes[id] }
    }

    private func node(_ id: SchemaID?) -> SchemaNode? {
        id.map { SchemaNode(schema: schema, id: $0) }
    }

    private func nodes(_ ids: [SchemaID]?) -> [SchemaNode] {
        (ids ?? []).map { SchemaNode(schema: schema, id: $0) }
    }

    /// The URI of the resource, `#`, and the JSON Pointer inside it.
    package var location: String { schema.graph.location(of: id) }

    /// The location as a URI, with its fragment percent-escaped.
    package var uri: String { URIReference.escapingFragment(of: location) }

    /// The URI that the subschema's document was added to the registry under. The URI of the resource may differ from
    /// it, and several documents may have the same identifier.
    package var documentURI: String { schema.graph.resources[compiled.resource].documentURI }

    /// True if the subschema belongs to a resource inside its document that has an identifier of its own.
    package var isEmbedded: Bool { schema.graph.resources[compiled.resource].depth > 0 }

    /// The subschema's source, with every annotation.
    package var source: JSONValue { compiled.source }

    /// The draft of the subschema.
    package var draft: Draft { schema.graph.resources[compiled.resource].draft }

    /// The value of a boolean schema; nil for an object.
    package var constant: Bool? { compiled.constant }

    /// Returns true if a value fits this subschema; false also if the budget of the validation or of the request is
    /// used up first.
    package func isValid(_ value: JSONValue, within work: WorkBudget? = nil) -> Bool {
        schema.isValid(value, at: id, within: work)
    }

    /// Returns the reasons why a value does not fit this subschema; empty if it fits.
    package func validate(
        _ value: JSONValue, in document: JSONDocument, within work: WorkBudget? = nil
    ) -> [Diagnostic] {
        schema.validate(value, in: document, at: id, within: work)
    }

    /// Returns the same reasons as `validate`, with the subschemas that report them.
    package func faults(
        of value: JSONValue, in document: JSONDocument, within work: WorkBudget? = nil
    ) -> [SchemaFault] {
        schema.faults(of: value, in: document, at: id, within: work)
    }

    // MARK: References

    /// The target of `$ref`.
    package var reference: SchemaNode? { node(compiled.references?.reference) }

    /// The default target of `$dynamicRef` or `$recursiveRef`, without regard to the dynamic scope.
    package var dynamicReference: SchemaNode? { node(compiled.references?.dynamic?.target) }

    // MARK: Values

    /// The types that `type` allows; all types without that keyword.
    package var types: TypeSet {
        let types = compiled.types
        return types.contains(.literalInteger) ? types.union(.integer) : types
    }

    /// The values of `enum`; nil without it.
    package var allowedValues: [JSONValue]? { compiled.values?.allowed }

    /// The value of `const`.
    package var constantValue: JSONValue? { compiled.values?.constant }

    /// The value of `format`.
    package var format: String? { compiled.strings?.format }

    // MARK: Combined schemas

    package var allOf: [SchemaNode] { nodes(compiled.logic?.allOf) }
    package var anyOf: [SchemaNode] { nodes(compiled.logic?.anyOf) }
    package var oneOf: [SchemaNode] { nodes(compiled.logic?.oneOf) }
    package var not: SchemaNode? { node(compiled.logic?.not) }
    package var `if`: SchemaNode? { node(compiled.logic?.condition) }
    package var then: SchemaNode? { node(compiled.logic?.consequence) }
    package var `else`: SchemaNode? { node(compiled.logic?.alternative) }

    /// The number of branches of `oneOf`.
    package var oneOfCount: Int { compiled.logic?.oneOf.count ?? 0 }

    /// Returns the branch of `oneOf` at a position, from 0; nil if there are fewer branches.
    package func oneOf(at position: Int) -> SchemaNode? { Self.node(of: schema, compiled.logic?.oneOf, at: position) }

    /// Returns the branch of `anyOf` at a position, from 0; nil if there are fewer branches.
    package func anyOf(at position: Int) -> SchemaNode? { Self.node(of: schema, compiled.logic?.anyOf, at: position) }

    private static func node(of schema: Schema, _ ids: [SchemaID]?, at position: Int) -> SchemaNode? {
        guard let ids, ids.indices.contains(position) else { return nil }
        return SchemaNode(schema: schema, id: ids[position])
    }

    /// The discriminator of `oneOf`, or else of `anyOf`.
    package var discriminator: Discriminator? {
        compiled.logic.flatMap { $0.oneOfDiscriminator ?? $0.anyOfDiscriminator }
    }

    // MARK: Objects

    /// The schemas of `properties`, in source order.
    package var properties: [(name: String, node: SchemaNode)] {
        (compiled.objects?.properties ?? []).map { ($0.name, SchemaNode(schema: schema, id: $0.schema)) }
    }

    /// Returns the schema that `properties` has for a name, or nil.
    package func property(_ name: String) -> SchemaNode? {
        guard let objects = compiled.objects, let slot = objects.names[Array(name.utf8)] else { return nil }
        return node(objects.slots[slot].property)
    }

    /// Returns the schema that `properties` has for the name of a member, or nil.
    package func property(of member: JSONMember) -> SchemaNode? {
        guard let objects = compiled.objects, let slot = objects.names[member] else { return nil }
        return node(objects.slots[slot].property)
    }

    /// Returns true if `required` contains the member's name.
    package func requires(_ member: JSONMember) -> Bool {
        guard let objects = compiled.objects, let slot = objects.names[member] else { return false }
        return objects.slots[slot].isRequired
    }

    /// The schemas of `patternProperties`, in source order.
    package var patternProperties: [(pattern: String, node: SchemaNode)] {
        (compiled.objects?.patterns ?? []).map {
            ($0.pattern.source, SchemaNode(schema: schema, id: $0.schema))
        }
    }

    /// Returns the schemas of `patternProperties` whose pattern matches a name.
    package func patternProperties(matching name: String) -> [SchemaNode] {
        patternProperties { Array(name.utf8) }
    }

    /// Returns the schemas of `patternProperties` whose pattern matches a member's name.
    package func patternProperties(matching member: JSONMember) -> [SchemaNode] {
        patternProperties { member.nameUTF8 }
    }

    private func patternProperties(matching name: () -> [UInt8]) -> [SchemaNode] {
        guard let patterns = compiled.objects?.patterns, !patterns.isEmpty else { return [] }
        let bytes = name()
        return patterns.filter { (try? $0.pattern.pattern.matches(bytes)) == true }
            .map { SchemaNode(schema: schema, id: $0.schema) }
    }

    package var additionalProperties: SchemaNode? { node(compiled.objects?.additionalProperties) }
    package var unevaluatedProperties: SchemaNode? { node(compiled.unevaluatedProperties) }
    package var propertyNames: SchemaNode? { node(compiled.objects?.propertyNames) }

    /// The names of `required`, in source order.
    package var required: [String] { compiled.objects?.required ?? [] }

    /// `dependentSchemas`, and the schemas of `dependencies`.
    package var dependentSchemas: [(name: String, node: SchemaNode)] {
        (compiled.objects?.dependentSchemas ?? []).map { ($0.name, SchemaNode(schema: schema, id: $0.schema)) }
    }

    /// `dependentRequired`, and the lists of `dependencies`.
    package var dependentRequired: [(name: String, required: [String])] {
        (compiled.objects?.dependentRequired ?? []).map { ($0.name, $0.required) }
    }

    // MARK: Arrays

    /// `prefixItems`; before 2020-12, `items` if it is an array.
    package var prefixItems: [SchemaNode] { nodes(compiled.arrays?.prefixItems) }

    /// `items`, or `additionalItems` if `items` is an array.
    package var items: SchemaNode? { node(compiled.arrays?.items) }
    package var contains: SchemaNode? { node(compiled.arrays?.contains) }
    package var unevaluatedItems: SchemaNode? { node(compiled.unevaluatedItems) }
}
