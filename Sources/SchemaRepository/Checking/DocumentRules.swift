package import JSONText

/// The rules for documents of one `x-kind` or `x-layout` that a schema cannot express.
package protocol DocumentRules: Sendable {
    /// Returns the faults of a value. The value may also violate its schema.
    func diagnostics(of value: JSONValue, in document: JSONDocument) -> [Diagnostic]

    /// Returns the faults of a value. `faults` are the places where it violates its schema; `work` is the budget that
    /// the check spends.
    func diagnostics(
        of value: JSONValue, in document: JSONDocument, besides faults: SchemaFaults, work: WorkBudget
    ) -> [Diagnostic]

    /// Returns true if the structure of a document whose `type` is missing or names no kind shows that these rules
    /// apply to it.
    func recognizes(_ root: JSONValue) -> Bool

    /// Returns true if no schema of the repository describes documents of this structure, so that only these rules
    /// check the document.
    func replacesSchema(of root: JSONValue) -> Bool
}

extension DocumentRules {
    package func diagnostics(
        of value: JSONValue, in document: JSONDocument, besides faults: SchemaFaults, work: WorkBudget
    ) -> [Diagnostic] { diagnostics(of: value, in: document) }

    package func recognizes(_ root: JSONValue) -> Bool { false }

    package func replacesSchema(of root: JSONValue) -> Bool { false }
}
