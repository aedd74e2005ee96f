/// One thing that is wrong, or suspect, in a document: the only form in which an analyst sees it, whatever found it.
///
/// As JSON it is an object of its properties, without those that are nil.
package struct Diagnostic: Sendable, Hashable, Codable {
    /// Whether the document can be used nevertheless.
    package enum Severity: String, Sendable, Hashable, Codable {
        case error, warning
    }

    package var severity: Severity
    /// Stable and dotted: `json.…` for syntax, `schema.KEYWORD`, or `document.…` for what no schema can say.
    package var code: String
    /// What was found, what was expected, and the cure when it is known.
    package var message: String
    package var pointer: JSONPointer
    /// Nil when the text is not at hand.
    package var range: SourceRange?
    package var keyword: String?
    package var schemaPointer: String?
    /// The bare text that would repair it, as a “did you mean” offers.
    package var suggestion: String?

    /// A diagnostic; what is not known may be left out.
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
