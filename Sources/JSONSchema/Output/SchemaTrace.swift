package import JSONText

/// The results of applying one subschema to one value.
struct SchemaTrace {
    let schema: SchemaID
    /// The path of keywords that led to the subschema, including references.
    let path: [String]
    let instance: JSONPointer
    var keywords: [KeywordTrace] = []

    var isValid: Bool { keywords.allSatisfy(\.isValid) }
}

/// The result of one keyword.
struct KeywordTrace {
    let keyword: String
    var isValid: Bool
    /// The message of a failed assertion.
    var message: String?
    var annotation: AnnotationValue?
    /// The subschemas that the keyword applied.
    var applied: [SchemaTrace] = []
    /// True if annotations of valid subschemas are passed on; false for `not` and `propertyNames`.
    var passesAnnotations = true

    /// The result that is added where a check was stopped because the budget was used up.
    static let tooCostly = KeywordTrace(keyword: "", isValid: false, message: "Checking this takes too long")
}

/// The value of an annotation: written in the schema, or produced by an applicator.
package enum AnnotationValue: Sendable {
    case value(JSONValue)
    /// The names of the members that a schema was applied to.
    case names([String])
    /// The last index that `prefixItems` applied to.
    case index(Int)
    /// The indices of the items that `contains` accepted.
    case indices([Int])
    /// All remaining items; written as `true`.
    case all

    func write(to writer: inout JSONWriter) {
        switch self {
        case .value(let value): writer.raw(value)
        case .index(let index): writer.number(index)
        case .all: writer.bool(true)
        case .names(let names):
            writer.beginArray()
            for name in names { writer.string(name) }
            writer.endArray()
        case .indices(let indices):
            writer.beginArray()
            for index in indices { writer.number(index) }
            writer.endArray()
        }
    }
}
