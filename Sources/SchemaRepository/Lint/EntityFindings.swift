import JSONSchema
import JSONText

/// The lint findings in the schema of one entity.
struct EntityFindings {
    let entity: Entity
    private(set) var all: [FileDiagnostic] = []

    init(of entity: Entity) { self.entity = entity }

    /// Adds a finding about an annotation at a value.
    mutating func report(
        _ annotation: Annotation, _ message: String, at value: JSONValue, severity: Diagnostic.Severity = .error,
        suggestion: String? = nil
    ) {
        report(annotation.rawValue, message, at: value, severity: severity, suggestion: suggestion)
    }

    /// Adds a finding about an annotation at the name of a member.
    mutating func report(
        _ annotation: Annotation, _ message: String, at member: JSONMember, severity: Diagnostic.Severity = .error,
        suggestion: String? = nil
    ) {
        report(annotation.rawValue, message, at: member, severity: severity, suggestion: suggestion)
    }

    /// Adds a finding at a value.
    mutating func report(
        _ rule: String, _ message: String, at value: JSONValue, severity: Diagnostic.Severity = .error,
        suggestion: String? = nil
    ) {
        append(rule, message, value.pointer, entity.document.range(of: value), severity, suggestion)
    }

    /// Adds a finding at the name of a member.
    mutating func report(
        _ rule: String, _ message: String, at member: JSONMember, severity: Diagnostic.Severity = .error,
        suggestion: String? = nil
    ) {
        append(
            rule, message, member.value.pointer, entity.document.range(ofBytes: member.nameRange), severity, suggestion)
    }

    private mutating func append(
        _ rule: String, _ message: String, _ pointer: JSONPointer, _ range: SourceRange,
        _ severity: Diagnostic.Severity, _ suggestion: String?
    ) {
        let diagnostic = Diagnostic(
            severity: severity, code: "repository.\(rule)", message: message, pointer: pointer, range: range,
            keyword: rule, suggestion: suggestion)
        all.append(FileDiagnostic(file: entity.path, diagnostic: diagnostic))
    }
}
