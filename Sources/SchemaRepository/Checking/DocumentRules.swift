package import JSONText

/// The rules of one kind of document that a schema cannot express.
package protocol DocumentRules: Sendable {
    /// Returns the faults of a value of that kind. The document may have other faults.
    func diagnostics(of value: JSONValue, in document: JSONDocument) -> [Diagnostic]

    /// Returns the faults of a value, given those that its schema already reports; takes the cost from the work of the
    /// request.
    func diagnostics(
        of value: JSONValue, in document: JSONDocument, besides faults: SchemaFaults, work: WorkBudget
    ) -> [Diagnostic]

    /// Returns true if a document without a `type` can only be of this kind.
    func isEvident(_ root: JSONValue) -> Bool

    /// Returns true if a document has a form that no schema of the repository describes, so that only these rules check
    /// it.
    func isOnlyJudge(of root: JSONValue) -> Bool
}

extension DocumentRules {
    package func diagnostics(
        of value: JSONValue, in document: JSONDocument, besides faults: SchemaFaults, work: WorkBudget
    ) -> [Diagnostic] { diagnostics(of: value, in: document) }

    package func isEvident(_ root: JSONValue) -> Bool { false }

    package func isOnlyJudge(of root: JSONValue) -> Bool { false }
}
