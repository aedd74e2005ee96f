package import JSONText

/// A fault of a value, with the subschema that reports it.
package struct SchemaFault: Sendable {
    package let diagnostic: Diagnostic
    /// The subschema with the violated keyword; nil if no keyword was violated.
    package let schema: SchemaNode?
    /// The name of the member that the object at the diagnostic's pointer lacks; nil for other faults.
    package let missing: String?
}
