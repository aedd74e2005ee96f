package import JSONText

extension Diagnostic {
    /// A diagnostic of a document rule, located at a value.
    package static func rule(
        _ code: String, _ message: String, at value: JSONValue, in document: JSONDocument,
        severity: Severity = .error, suggestion: String? = nil
    ) -> Diagnostic {
        Diagnostic(
            severity: severity, code: "document.\(code)", message: message, pointer: value.pointer,
            range: document.range(of: value), suggestion: suggestion)
    }

    /// A diagnostic of a document rule, located at the name of a member.
    package static func rule(
        _ code: String, _ message: String, at member: JSONMember, in document: JSONDocument,
        suggestion: String? = nil
    ) -> Diagnostic {
        Diagnostic(
            severity: .error, code: "document.\(code)", message: message, pointer: member.value.pointer,
            range: document.range(ofBytes: member.nameRange), suggestion: suggestion)
    }

    /// Returns “; did you mean `x`?”, or an empty text without a suggestion.
    package static func didYouMean(_ suggestion: String?) -> String {
        suggestion.map { "; did you mean \(code: $0, upTo: Excerpt.long)?" } ?? ""
    }
}
