import JSONText

/// The number of a subschema in its graph.
typealias SchemaID = Int

/// One subschema, its keywords grouped as in the specification; a group is nil if the subschema uses none of its
/// keywords.
struct CompiledSchema: Sendable {
    let source: JSONValue
    /// The index of the resource that contains the subschema.
    let resource: Int
    /// The value of a boolean schema; nil for an object.
    var constant: Bool?
    /// The types that `type` allows; `.any` without it.
    var types: TypeSet = .any
    var values: ValueKeywords?
    var numbers: NumberKeywords?
    var strings: StringKeywords?
    var arrays: ArrayKeywords?
    var objects: ObjectKeywords?
    var references: ReferenceKeywords?
    var logic: LogicKeywords?
    /// `unevaluatedItems` and `unevaluatedProperties`, applied after all other keywords.
    var unevaluatedItems: SchemaID?
    var unevaluatedProperties: SchemaID?
}
