import JSONText

/// The phrases that messages are composed of.
extension DiagnosticWording {
    /// Returns the value as the subject of a sentence.
    static func subject(_ value: JSONValue?) -> String {
        guard let value else { return "This" }
        switch value.kind {
        case .object: return "This object"
        case .array: return "This list"
        case .string where value.string?.isEmpty == true: return "An empty text"
        default: return quoted(value)
        }
    }

    /// Returns the value in backticks, shortened if it is long and, if it is a string, without its own quotes; for an
    /// object or array only its type.
    static func quoted(_ value: JSONValue) -> String {
        switch value.kind {
        case .object: return "an object"
        case .array: return "a list"
        case .string: return "\(code: value.string ?? "")"
        default: return "\(code: value.rawText)"
        }
    }

    /// Returns a phrase that states the type of a found value and, unless it is an object or array, its shortened text.
    static func phrase(for value: JSONValue?) -> String {
        guard let value else { return "nothing" }
        switch value.kind {
        case .null: return "null"
        case .boolean: return "`\(value.rawText)`"
        case .number: return "the number \(code: value.rawText)"
        case .string: return value.string?.isEmpty == true ? "an empty text" : "the text \(quoted(value))"
        case .array: return "a list"
        case .object: return "an object"
        }
    }

    /// Returns a phrase for the expected types.
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

    /// Returns the words separated by commas, with the conjunction `last` before the final word unless `last` is empty.
    /// Of more than seven words it returns the first six and the number of the others.
    static func list(_ words: [String], last: String = "") -> String {
        let limit = 6
        // A seventh word takes no more room than “and 1 more”.
        if words.count > limit + 1 {
            return words.prefix(limit).joined(separator: ", ") + " and \(words.count - limit) more"
        }
        guard !last.isEmpty, words.count > 1, let final = words.last else { return words.joined(separator: ", ") }
        return words.dropLast().joined(separator: ", ") + " \(last) " + final
    }

    /// Returns the indefinite article for a name by its first letter.
    static func article(for name: String) -> String {
        guard let first = name.unicodeScalars.first else { return "a" }
        return "AEIOUaeiou".unicodeScalars.contains(first) ? "an" : "a"
    }

    /// Returns a name as a noun inside a sentence: `Widget` without its capital, `LayoutElement` as it is.
    static func noun(for name: String) -> String {
        name.dropFirst().contains(where: \.isUppercase) ? name : name.prefix(1).lowercased() + name.dropFirst()
    }

    /// Returns the count with its noun; the plural is the noun with an “s” if none is given.
    static func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
        "\(counted: count, noun, plural)"
    }

    /// Returns the number of Unicode scalars of a string; 0 for any other value.
    static func length(of value: JSONValue?) -> Int {
        value?.scalarCount ?? 0
    }
}
