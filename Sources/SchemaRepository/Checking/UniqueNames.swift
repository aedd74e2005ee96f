import JSONSchema
import JSONText

/// Checks names that may occur only once in a document: the texts of schemas with `x-unique`, whose value says what
/// they name.
enum UniqueNames {
    /// True if a schema has `x-unique`.
    static func apply(to schema: SchemaNode) -> Bool { schema.source[.unique] != nil }

    /// Returns a fault for each repeated name, located at its later place.
    static func diagnostics(of pairs: [SchemaWalk.Pair], in document: JSONDocument) -> [Diagnostic] {
        struct Name: Hashable {
            let noun: String
            let text: String
        }
        let named = pairs.compactMap { pair -> (Name, JSONValue)? in
            guard let noun = pair.schema.source[.unique]?.string, let text = pair.value.string else { return nil }
            return (Name(noun: noun, text: text), pair.value)
        }
        var places: [Name: Set<Int>] = [:]
        return named.sorted { $0.1.range.lowerBound < $1.1.range.lowerBound }.compactMap { name, value in
            let isFirst = places[name] == nil
            guard places[name, default: []].insert(value.range.lowerBound).inserted, !isFirst else { return nil }
            return .rule(
                "duplicateName", "Another \(name.noun) already has the id `\(name.text)`", at: value, in: document)
        }
    }
}
