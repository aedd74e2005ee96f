/// An error or warning in a document, whichever check found it.
///
/// It is encoded as a JSON object with a member for each property that is not nil.
package struct Diagnostic: Sendable, Hashable, Codable {
    /// The severity: a document with errors cannot be used, one with warnings can.
    package enum Severity: String, Sendable, Hashable, Codable {
        case error, warning
    }

    /// The code of the diagnostic that says that faults were left out. It comes last in every list.
    package static let moreCode = "schema.more"

    package var severity: Severity
    /// The stable, dotted code: `json.…` for syntax, `schema.KEYWORD` (`schema` alone if no keyword failed),
    /// `document.…` for rules that no schema can express, or another one such as `repository.…`.
    package var code: String
    /// The message: what was found, what was expected, and the correction if it is known.
    package var message: String
    package var pointer: JSONPointer
    /// The range in the text; nil if no place in the text is known.
    package var range: SourceRange?
    /// The schema keyword that failed; nil if no keyword did.
    package var keyword: String?
    /// The pointer of the keyword in the schema that contains it. If that is not the schema of the document but one to
    /// which it refers, the pointer follows the URI of the other schema and `#`.
    package var schemaPointer: String?
    /// The text that would correct the error if it replaced the faulty one, as in “did you mean”.
    package var suggestion: String?

    /// Creates a diagnostic; unknown parts may be omitted.
    package init(
        severity: Severity, code: String, message: String, pointer: JSONPointer, range: SourceRange? = nil,
        keyword: String? = nil, schemaPointer: String? = nil, suggestion: String? = nil
    ) {
        self.severity = severity
        self.code = code
        self.message = message
        self.pointer = pointer
        self.range = range
        self.keyword = keyword
        self.schemaPointer = schemaPointer
        self.suggestion = suggestion
    }
}
