import JSONSchema
import JSONText

/// Checks names that may occur only once in a document: strings whose schema has `x-unique`. The annotation's value is
/// a noun for the named thing, such as `widget`; a widget and a section may have the same name.
enum UniqueNames {
    /// Returns true if a schema has `x-unique`.
    static func apply(to schema: SchemaNode) -> Bool { schema.source[.unique] != nil }

    /// The maximum number of faults, as many as the schema check returns.
    private static let maximum = 500

    /// Returns a fault for each occurrence of a name after the first, up to the maximum number, in text order.
    static func diagnostics(of pairs: [SchemaWalk.Pair], in document: JSONDocument) -> [Diagnostic] {
        struct Name: Hashable {
            let noun: String
            let text: JSONName
        }
        let named = pairs.compactMap { pair -> (Name, JSONValue)? in
            guard let noun = pair.schema.source[.unique]?.string, let text = pair.value.string else { return nil }
            return (Name(noun: noun, text: JSONName(text)), pair.value)
        }
        var places: [Name: Set<Int>] = [:]
        let repeated = named.sorted { $0.1.range.lowerBound < $1.1.range.lowerBound }.filter { name, value in
            let isFirst = places[name] == nil
            return places[name, default: []].insert(value.range.lowerBound).inserted && !isFirst
        }
        return repeated.prefix(maximum).map { name, value in
            .rule(
                "duplicateName", "\(code: value.string ?? "") already identifies another \(name.noun)", at: value,
                in: document)
        }
    }
}
