import JSONText

/// A lenient reader of one subschema's keywords: values that the metaschema refuses count as absent.
struct KeywordReader {
    let value: JSONValue
    let resource: SchemaIndex.Resource

    var draft: Draft { resource.draft }

    /// Returns true if any of these vocabularies is in force.
    func has(_ vocabularies: Vocabularies) -> Bool {
        !resource.vocabularies.isDisjoint(with: vocabularies)
    }

    /// The value of a keyword.
    subscript(_ keyword: String) -> JSONValue? { value[keyword] }

    /// Returns the value of a keyword, or nil in drafts before the one that introduced it.
    func keyword(_ name: String, since first: Draft) -> JSONValue? {
        draft >= first ? value[name] : nil
    }

    func number(_ keyword: String) -> JSONNumber? { value[keyword]?.number }

    /// Returns the integer of a keyword: `Int.max` if it does not fit an `Int`, 0 if it is negative, nil if the value
    /// is missing or not an integer.
    func count(_ keyword: String) -> Int? {
        guard let number = value[keyword]?.number, number.isInteger else { return nil }
        if let count = number.int { return max(count, 0) }
        return number.text.hasPrefix("-") ? 0 : Int.max
    }

    /// Returns the distinct strings of an array keyword.
    func strings(_ keyword: String) -> [String] {
        Self.strings(of: value[keyword])
    }

    /// Returns the distinct strings of an array value, compared by their bytes.
    static func strings(of value: JSONValue?) -> [String] {
        guard let value, value.kind == .array else { return [] }
        var seen: Set<[UInt8]> = []
        return value.elements.compactMap(\.string).filter { seen.insert(Array($0.utf8)).inserted }
    }
}
