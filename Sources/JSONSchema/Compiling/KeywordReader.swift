import JSONText

/// The keywords of one subschema, read leniently: what the metaschema refuses is as if it were not there.
struct KeywordReader {
    let value: JSONValue
    let resource: SchemaIndex.Resource

    var draft: Draft { resource.draft }

    /// Whether any of these vocabularies is in force.
    func has(_ vocabularies: Vocabularies) -> Bool {
        !resource.vocabularies.isDisjoint(with: vocabularies)
    }

    /// The value of a keyword.
    subscript(_ keyword: String) -> JSONValue? { value[keyword] }

    /// The value of a keyword that exists from a draft on.
    func keyword(_ name: String, since first: Draft) -> JSONValue? {
        draft >= first ? value[name] : nil
    }

    func number(_ keyword: String) -> JSONNumber? { value[keyword]?.number }

    /// A count: a whole number from 0, capped where it is beyond `Int`.
    func count(_ keyword: String) -> Int? {
        guard let number = value[keyword]?.number, number.isInteger else { return nil }
        if let count = number.int { return max(count, 0) }
        return number.text.hasPrefix("-") ? 0 : Int.max
    }

    /// The strings of an array keyword, each once.
    func strings(_ keyword: String) -> [String] {
        Self.strings(of: value[keyword])
    }

    /// The strings of an array value, each once by its bytes.
    static func strings(of value: JSONValue?) -> [String] {
        guard let value, value.kind == .array else { return [] }
        var seen: Set<[UInt8]> = []
        return value.elements.compactMap(\.string).filter { seen.insert(Array($0.utf8)).inserted }
    }
}
