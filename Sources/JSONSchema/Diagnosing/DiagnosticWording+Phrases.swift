import JSONText

/// The parts that sentences are made of.
extension DiagnosticWording {
    /// The value as the subject of a sentence.
    static func subject(_ value: JSONValue?) -> String {
        guard let value else { return "This" }
        switch value.kind {
        case .object: return "This object"
        case .array: return "This list"
        case .string where value.string?.isEmpty == true: return "An empty text"
        default: return quoted(value)
        }
    }

    /// The value in back quotes, a text without its own quotes, long ones cut.
    static func quoted(_ value: JSONValue) -> String {
        switch value.kind {
        case .object: return "an object"
        case .array: return "a list"
        case .string: return "`\(shortened(value.string ?? ""))`"
        default: return "`\(shortened(value.rawText))`"
        }
    }

    /// What was found, with its kind.
    static func phrase(for value: JSONValue?) -> String {
        guard let value else { return "nothing" }
        switch value.kind {
        case .null: return "null"
        case .boolean: return "`\(value.rawText)`"
        case .number: return "the number `\(shortened(value.rawText))`"
        case .string: return value.string?.isEmpty == true ? "an empty text" : "the text \(quoted(value))"
        case .array: return "a list"
        case .object: return "an object"
        }
    }

    /// What kinds of value were expected.
    static func phrase(for types: TypeSet) -> String {
        let words = types.names.map { name in
            switch name {
            case "string": "text"
            case "integer": "a whole number"
            case "number": "a number"
            case "boolean": "true or false"
            case "object": "an object"
            case "array": "a list"
            default: "null"
            }
        }
        return words.isEmpty ? "nothing" : list(words, last: "or")
    }

    /// Words with commas, at most a handful of them.
    static func list(_ words: [String], last: String = "") -> String {
        let limit = 6
        // One more costs no more room than to say that there is one.
        if words.count > limit + 1 {
            return words.prefix(limit).joined(separator: ", ") + " and \(words.count - limit) more"
        }
        guard !last.isEmpty, words.count > 1, let final = words.last else { return words.joined(separator: ", ") }
        return words.dropLast().joined(separator: ", ") + " \(last) " + final
    }

    static func article(for name: String) -> String {
        guard let first = name.unicodeScalars.first else { return "a" }
        return "AEIOUaeiou".unicodeScalars.contains(first) ? "an" : "a"
    }

    static func counted(_ count: Int, _ noun: String) -> String {
        count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
    }

    static func length(of value: JSONValue?) -> Int {
        value?.scalarCount ?? 0
    }

    static func shortened(_ text: String) -> String {
        let limit = 60
        let scalars = text.unicodeScalars
        if scalars.count <= limit { return text }
        return String(String.UnicodeScalarView(scalars.prefix(limit - 1))) + "…"
    }
}
