package import JSONText

/// Everything that happened when one subschema was applied to one value.
struct SchemaTrace {
    let schema: SchemaID
    /// The keywords passed through on the way, references included.
    let path: [String]
    let instance: JSONPointer
    var keywords: [KeywordTrace] = []

    var isValid: Bool { keywords.allSatisfy(\.isValid) }
}

/// What one keyword did.
struct KeywordTrace {
    let keyword: String
    var isValid: Bool
    /// The sentence of a failed assertion.
    var message: String?
    var annotation: AnnotationValue?
    /// The subschemas it applied.
    var applied: [SchemaTrace] = []
    /// Whether annotations of valid subschemas are passed on (not those of `not` and `propertyNames`).
    var passesAnnotations = true

    /// What was given up, which counts as a fault.
    static let tooCostly = KeywordTrace(keyword: "", isValid: false, message: "Checking this takes too long")
}

/// The value of an annotation: as written in the schema, or what an applicator reports of itself.
package enum AnnotationValue: Sendable {
    case value(JSONValue)
    /// The names of the members applied to.
    case names([String])
    /// The last index applied to (`prefixItems`), or those `contains` found.
    case index(Int)
    case indices([Int])
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
