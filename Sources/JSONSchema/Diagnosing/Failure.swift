import JSONText

/// One fault as data: what is wrong, where, and which keyword says so. `DiagnosticWording` makes a sentence of it.
struct Failure {
    /// What is wrong, with the arguments its sentence needs.
    enum Kind {
        case type(TypeSet)
        /// No value of `enum`; the name is that of the schema that lists them.
        case enumeration(allowed: [JSONValue], name: String?)
        case constant(JSONValue)
        /// None of the values that are allowed beside values of these types.
        case constantsOrTypes([JSONValue], TypeSet)
        case minimum(JSONNumber)
        case exclusiveMinimum(JSONNumber)
        case maximum(JSONNumber)
        case exclusiveMaximum(JSONNumber)
        case multipleOf(JSONNumber)
        case minimumLength(Int)
        case maximumLength(Int)
        case pattern(String)
        case costlyPattern(String)
        case format(String)
        case minimumItems(Int)
        case maximumItems(Int)
        case repeatedItem(first: Int)
        case contains(minimum: Int, maximum: Int?, found: Int)
        case unknownItem(allowed: Int)
        case minimumProperties(Int)
        case maximumProperties(Int)
        case missing(property: String, owner: String?)
        case missingBecause(property: String, because: String)
        case unknownProperty(name: String, known: [String], owner: String?)
        case propertyName(name: String)
        case forbidden
        case forbiddenProperty(name: String)
        case not
        /// The value fits several branches of `oneOf`.
        case severalBranches(names: [String], count: Int)
        /// The value fits no branch, and none is nearer than the others.
        case noBranch(names: [String], types: TypeSet)
        case unknownDiscriminator(property: String, allowed: [String], owner: String?)
        /// Of these members exactly one is allowed; these are present.
        case exactlyOne(of: [String], present: [String])
        case endlessReference
        case tooCostly
        case tooManyFailures

        case unresolvedReference(String)
        case unknownDialect(String)
        case unknownVocabulary(String)
        case invalidPattern(String, reason: String)
        case keywordUnknownInDraft(String, Draft)
    }

    let kind: Kind
    /// The keyword that found it; empty where no keyword did.
    let keyword: String
    /// The schema that holds the keyword; nil for faults outside any.
    let schema: SchemaID?
    /// The value it stands at.
    let value: JSONValue
    /// The member whose name is marked instead of `value`.
    var member: JSONMember?
    /// The names of the forms that the value may have instead of the one that it is held against.
    var otherForms: [String] = []
}
