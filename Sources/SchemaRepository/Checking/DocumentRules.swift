package import JSONText

/// The rules of one kind of document that no schema can say.
package protocol DocumentRules: Sendable {
    /// Returns the faults of a value of that kind, inside a document that may have other faults.
    func diagnostics(of value: JSONValue, in document: JSONDocument) -> [Diagnostic]

    /// Returns the same for a value that its schema finds these faults with.
    func diagnostics(of value: JSONValue, in document: JSONDocument, besides faults: SchemaFaults) -> [Diagnostic]

    /// Tells that a document without a `type` can only be of this kind.
    func isEvident(_ root: JSONValue) -> Bool

    /// Tells that a document is written in a shape that no schema of the repository describes, so that only these rules
    /// apply to it.
    func isOnlyJudge(of root: JSONValue) -> Bool
}

extension DocumentRules {
    package func diagnostics(
        of value: JSONValue, in document: JSONDocument, besides faults: SchemaFaults
    ) -> [Diagnostic] { diagnostics(of: value, in: document) }

    package func isEvident(_ root: JSONValue) -> Bool { false }

    package func isOnlyJudge(of root: JSONValue) -> Bool { false }
}
