import JSONSchema
import JSONText

/// The warnings about deprecated parts that a document uses.
enum DeprecationWarnings {
    /// Returns the warnings for a value and a subschema that is deprecated or has deprecated enum values.
    static func diagnostics(of pair: SchemaWalk.Pair, in document: JSONDocument) -> [Diagnostic] {
        let source = pair.schema.source
        let name = source[.name]?.string ?? pair.value.pointer.tokens.last ?? ""
        let own = diagnostics(of: source, named: name, value: pair.value, in: document)
        guard let word = pair.value.string, let annotations = source[.values]?[word] else { return own }
        return own + diagnostics(of: annotations, named: word, value: pair.value, in: document)
    }

    /// Returns true if a subschema with this source, or a value of its enum, is deprecated.
    static func isDeprecating(_ source: JSONValue) -> Bool {
        source[.deprecated] != nil
            || source[.values]?.members.contains { $0.value[.deprecated] != nil } ?? false
    }

    /// Returns a warning for each platform on which a schema or an enum value with these annotations is deprecated.
    private static func diagnostics(
        of annotations: JSONValue, named name: String, value: JSONValue, in document: JSONDocument
    ) -> [Diagnostic] {
        guard let platforms = annotations[.deprecated] else { return [] }
        return platforms.members.map { diagnostic(of: $0, named: name, value: value, in: document) }
    }

    private static func diagnostic(
        of platform: JSONMember, named name: String, value: JSONValue, in document: JSONDocument
    ) -> Diagnostic {
        let entry = platform.value
        let since = entry["since"]?.string.map { " since \($0)" } ?? ""
        let use = entry["use"]?.string.map { "; use \(code: $0)" } ?? ""
        let message = entry["message"]?.string.map { ". \($0)" } ?? ""
        let platformName = ReasonWording(platform: platform.name).platformName
        return .rule(
            "deprecated", "\(code: name) is deprecated on \(platformName)\(since)\(use)\(message)", at: value,
            in: document, severity: .warning, suggestion: entry["use"]?.string)
    }
}
