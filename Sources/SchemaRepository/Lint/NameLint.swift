import JSONSchema
import JSONText

/// Checks that every `x-kind` is known, and that the names of entities are identifiers and unique within a kind.
enum NameLint {
    /// The known values of `x-kind`.
    static let kinds = [
        "enum", "atom", "component", "layout", "element", "widget", "screen", "form", "field", "questionnaire",
        "optionSheet", "module", "action",
    ]

    static func diagnostics(of entities: [Entity]) -> [FileDiagnostic] {
        var owners: [[String]: String] = [:]
        return entities.flatMap { entity -> [FileDiagnostic] in
            var found: [FileDiagnostic] = []
            if let kind = entity.document.root[.kind], let word = kind.string, !kinds.contains(word) {
                let suggestion = Suggestion.nearest(to: word, among: kinds)
                let message =
                    "`\(word)` is not a kind"
                    + (suggestion == nil
                        ? "; the kinds are \(kinds.joined(separator: ", "))" : Diagnostic.didYouMean(suggestion))
                found.append(diagnostic(.kind, message, at: kind, of: entity, suggestion: suggestion))
            }
            if let name = entity.document.root[.name] {
                if let owner = owners.updateValue(entity.id, forKey: [entity.kind, entity.name]) {
                    let noun = entity.kind.isEmpty ? "schema" : entity.kind
                    let message = "The \(noun) `\(owner)` already has the name `\(entity.name)`"
                    found.append(diagnostic(.name, message, at: name, of: entity))
                }
                if !isIdentifier(entity.name) {
                    let message = "A name begins with a letter and has only letters, digits and `_`"
                    found.append(diagnostic(.name, message, at: name, of: entity))
                }
            }
            return found
        }
    }

    private static func isIdentifier(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, first.properties.isAlphabetic else { return false }
        return name.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_" }
    }

    private static func diagnostic(
        _ annotation: Annotation, _ message: String, at value: JSONValue, of entity: Entity, suggestion: String? = nil
    ) -> FileDiagnostic {
        let diagnostic = Diagnostic(
            severity: .error, code: "repository.\(annotation.rawValue)", message: message, pointer: value.pointer,
            range: entity.document.range(of: value), keyword: annotation.rawValue, suggestion: suggestion)
        return FileDiagnostic(file: entity.path, diagnostic: diagnostic)
    }
}
