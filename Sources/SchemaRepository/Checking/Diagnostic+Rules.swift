package import JSONText

extension Diagnostic {
    /// What a document rule says of a value, standing at that value.
    package static func rule(
        _ code: String, _ message: String, at value: JSONValue, in document: JSONDocument,
        severity: Severity = .error, suggestion: String? = nil
    ) -> Diagnostic {
        Diagnostic(
            severity: severity, code: "document.\(code)", message: message, pointer: value.pointer,
            range: document.range(of: value), suggestion: suggestion)
    }

    /// What a document rule says of a member, standing at its name.
    package static func rule(
        _ code: String, _ message: String, at member: JSONMember, in document: JSONDocument,
        suggestion: String? = nil
    ) -> Diagnostic {
        Diagnostic(
            severity: .error, code: "document.\(code)", message: message, pointer: member.value.pointer,
            range: document.range(ofBytes: member.nameRange), suggestion: suggestion)
    }

    /// “; did you mean `x`?”, or nothing.
    package static func didYouMean(_ suggestion: String?) -> String {
        suggestion.map { "; did you mean `\($0)`?" } ?? ""
    }
}
