import JSONText

/// One fault as data: its kind, value and keyword. `DiagnosticWording` turns it into a message.
struct Failure {
    /// The kind of a fault, with the arguments of its message; `owner` is the name of the schema with the keyword.
    enum Kind {
        case type(TypeSet)
        /// The value is not in `enum`; `name` is that of the schema with the list.
        case enumeration(allowed: [JSONValue], name: String?)
        case constant(JSONValue)
        /// The value is none of the allowed constants and of none of these types.
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
        /// The value fits no branch of a union, and it is not clear which branch was intended.
        case noBranch(names: [String])
        case unknownDiscriminator(property: String, allowed: [String], owner: String?)
        /// Exactly one of these members must be present; `present` lists those found.
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
    /// The keyword that failed; empty if no keyword did.
    let keyword: String
    /// The schema that contains the keyword; nil if no schema does.
    let schema: SchemaID?
    /// The value that is at fault.
    let value: JSONValue
    /// The member of `value` whose name is marked in the text instead of the whole value; nil to mark the value.
    var member: JSONMember?
    /// The names of the other branches of the union, for which the value may have been meant.
    var otherForms: [String] = []

    /// The name of the member that the value lacks; nil for other faults.
    var missingMember: String? {
        switch kind {
        case .missing(let property, _), .missingBecause(let property, _): property
        default: nil
        }
    }
}
