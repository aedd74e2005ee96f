package import JSONText
import Patterns

/// One compiled subschema, for those who walk schemas: support by version, previews of forms, documentation.
///
/// The walk may go in circles, as schemas do; `id` tells nodes apart.
package struct SchemaNode: Sendable, Hashable {
    /// The compiled schema it is part of.
    package let schema: Schema
    /// Its number within that schema.
    package let id: Int

    /// Whether two are the same node of the same compiled schema.
    package static func == (one: SchemaNode, other: SchemaNode) -> Bool {
        one.id == other.id && one.schema === other.schema
    }

    /// Feeds the number of the node.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(id)
    }

    var compiled: CompiledSchema {
        // Yields in place: a copy would touch the reference count of every group of keywords.
        _read { yield schema.graph.nodes[id] }
    }

    private func node(_ id: SchemaID?) -> SchemaNode? {
        id.map { SchemaNode(schema: schema, id: $0) }
    }

    private func nodes(_ ids: [SchemaID]?) -> [SchemaNode] {
        (ids ?? []).map { SchemaNode(schema: schema, id: $0) }
    }

    /// The URI of its resource, `#`, and its JSON Pointer there.
    package var location: String { schema.graph.location(of: id) }

    /// The location as a URI: its fragment with the percent-escapes that URIs need.
    package var uri: String { URIReference.escapingFragment(of: location) }

    /// The subschema as written, with every annotation.
    package var source: JSONValue { compiled.source }

    /// The draft whose rules it follows.
    package var draft: Draft { schema.graph.resources[compiled.resource].draft }

    /// What a boolean schema says; nil for an object.
    package var constant: Bool? { compiled.constant }

    /// Whether a value fits this subschema.
    package func isValid(_ value: JSONValue, within work: WorkBudget? = nil) -> Bool {
        schema.isValid(value, at: id, within: work)
    }

    /// Why a value does not fit this subschema.
    package func validate(_ value: JSONValue, in document: JSONDocument) -> [Diagnostic] {
        schema.validate(value, in: document, at: id)
    }

    // MARK: References

    /// The target of `$ref`.
    package var reference: SchemaNode? { node(compiled.references?.reference) }

    /// The target of `$dynamicRef` or `$recursiveRef` where nothing on the way says otherwise.
    package var dynamicReference: SchemaNode? { node(compiled.references?.dynamic?.target) }

    // MARK: Values

    /// The types it allows; all without `type`.
    package var types: TypeSet {
        let types = compiled.types
        return types.contains(.literalInteger) ? types.union(.integer) : types
    }

    /// The values of `enum`; nil without it.
    package var allowedValues: [JSONValue]? { compiled.values?.allowed }

    /// The value of `const`.
    package var constantValue: JSONValue? { compiled.values?.constant }

    /// The name of its `format`.
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

    /// A branch of `oneOf`; nil where it has fewer.
    package func oneOf(at position: Int) -> SchemaNode? { Self.node(of: schema, compiled.logic?.oneOf, at: position) }

    /// A branch of `anyOf`; nil where it has fewer.
    package func anyOf(at position: Int) -> SchemaNode? { Self.node(of: schema, compiled.logic?.anyOf, at: position) }

    private static func node(of schema: Schema, _ ids: [SchemaID]?, at position: Int) -> SchemaNode? {
        guard let ids, ids.indices.contains(position) else { return nil }
        return SchemaNode(schema: schema, id: ids[position])
    }

    /// What decides between the branches of `oneOf`, else of `anyOf`.
    package var discriminator: Discriminator? {
        compiled.logic.flatMap { $0.oneOfDiscriminator ?? $0.anyOfDiscriminator }
    }

    // MARK: Objects

    /// The schemas of `properties`, in source order.
    package var properties: [(name: String, node: SchemaNode)] {
        (compiled.objects?.properties ?? []).map { ($0.name, SchemaNode(schema: schema, id: $0.schema)) }
    }

    /// The schema that `properties` has for a name.
    package func property(_ name: String) -> SchemaNode? {
        guard let objects = compiled.objects, let slot = objects.names[Array(name.utf8)] else { return nil }
        return node(objects.slots[slot].property)
    }

    /// The schema that `properties` has for a member.
    package func property(of member: JSONMember) -> SchemaNode? {
        guard let objects = compiled.objects, let slot = objects.names[member] else { return nil }
        return node(objects.slots[slot].property)
    }

    /// Whether `required` names a member.
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

    /// The schemas of `patternProperties` whose pattern a name matches.
    package func patternProperties(matching name: String) -> [SchemaNode] {
        patternProperties { Array(name.utf8) }
    }

    /// The schemas of `patternProperties` whose pattern a member's name matches.
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

    /// `prefixItems`, or the array form of `items` before 2020-12.
    package var prefixItems: [SchemaNode] { nodes(compiled.arrays?.prefixItems) }

    /// `items`, or `additionalItems` beside the array form.
    package var items: SchemaNode? { node(compiled.arrays?.items) }
    package var contains: SchemaNode? { node(compiled.arrays?.contains) }
    package var unevaluatedItems: SchemaNode? { node(compiled.unevaluatedItems) }
}
