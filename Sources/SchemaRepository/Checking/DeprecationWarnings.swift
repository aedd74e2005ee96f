import JSONSchema
import JSONText

/// The warnings about deprecated parts that a document uses.
enum DeprecationWarnings {
    /// Returns the warnings for a value and a deprecated subschema.
    static func diagnostics(of pair: SchemaWalk.Pair, in document: JSONDocument) -> [Diagnostic] {
        let source = pair.schema.source
        let ofValue = pair.value.string.flatMap { source[.values]?[$0] }
        return [source, ofValue].compactMap { $0?[.deprecated] }.flatMap { platforms in
            platforms.members.map { diagnostic(of: $0, schema: source, value: pair.value, in: document) }
        }
    }

    /// Returns true if a subschema with this source, or a value of its enum, is deprecated.
    static func isDeprecating(_ source: JSONValue) -> Bool {
        source[.deprecated] != nil
            || source[.values]?.members.contains { $0.value[.deprecated] != nil } ?? false
    }

    private static func diagnostic(
        of platform: JSONMember, schema: JSONValue, value: JSONValue, in document: JSONDocument
    ) -> Diagnostic {
        let isOfValue = schema[.values] != nil && value.string != nil
        let name = isOfValue ? value.string : schema[.name]?.string ?? value.pointer.tokens.last
        let entry = platform.value
        let since = entry["since"]?.string.map { " since \($0)" } ?? ""
        let use = entry["use"]?.string.map { "; use \(code: $0)" } ?? ""
        let message = entry["message"]?.string.map { ". \($0)" } ?? ""
        let platformName = ReasonWording(platform: platform.name).platformName
        return .rule(
            "deprecated", "\(code: name ?? "") is deprecated on \(platformName)\(since)\(use)\(message)", at: value,
            in: document, severity: .warning, suggestion: entry["use"]?.string)
    }
}
