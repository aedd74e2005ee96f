import JSONText

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
