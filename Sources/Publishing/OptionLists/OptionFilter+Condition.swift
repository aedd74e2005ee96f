import JSONText
import PostgreSQL

extension OptionFilter {
    /// The maximum depth of a member that the database function `option_item_lookups` finds: the number of names that
    /// lead to the member.
    private static let indexedDepth = 8

    /// Returns the SQL condition on a row of `option_item` that belongs to a list.
    func condition(in list: Int) -> SQL {
        var condition: SQL = "true"
        let searched = searched
        // A trigram index speeds up LIKE, but not strpos.
        if !searched.isEmpty { condition = "\(condition) AND searched LIKE \(Self.pattern(searched))" }
        switch branch {
        case .all: break
        case .roots: condition = "\(condition) AND parent IS NULL"
        case .children(of: let parent): condition = "\(condition) AND parent = \(parent.storable)"
        }
        if let only { condition = "\(condition) AND key = ANY (\(only.map(\.storable)))" }
        for member in members { condition = "\(condition) AND \(Self.condition(member, in: list))" }
        return condition
    }

    private static func condition(_ member: Member, in list: Int) -> SQL {
        let value = member.value
        switch member.names {
        case ["key"]: return "key = \(value)"
        case ["title"]: return "title = \(value)"
        case ["parent"]: return "parent = \(value)"
        default:
            let path = member.names
            // PostgreSQL cannot return a text with U+0000 and would end the query with an error, so an item with such a
            // text in its members never matches. The expression finds an unescaped `\u0000`: one with an even number of
            // backslashes before it.
            let comparison: SQL = """
                CASE WHEN strpos(members::text, '\\u0000') > 0
                          AND members::text ~ '(?:^|[^\\\\])(?:\\\\\\\\)*\\\\u0000' THEN false
                     WHEN json_typeof(members #> \(path)) IN ('object', 'array') THEN false
                     ELSE coalesce(members #>> \(path) = \(value), false) END
                """
            guard path.count <= indexedDepth else { return comparison }
            // An index finds the items with the hash of the value, so that only these need a comparison.
            return """
                option_item_lookups(list_id, members) @> option_item_lookups(\(list), \(json(member))::json)
                AND \(comparison)
                """
        }
    }

    /// Returns the members of an item that has only the given member, as JSON.
    private static func json(_ member: Member) -> String {
        var writer = JSONWriter()
        for name in member.names {
            writer.beginObject()
            writer.name(name)
        }
        writer.string(member.value)
        for _ in member.names { writer.endObject() }
        return writer.text
    }

    /// Returns the LIKE pattern that matches texts that contain `text`.
    private static func pattern(_ text: String) -> String {
        // Scalars, because a percent sign with a combining mark is one character for Swift, but a wildcard for LIKE.
        "%" + text.unicodeScalars.map { "\\%_".unicodeScalars.contains($0) ? "\\\($0)" : String($0) }.joined() + "%"
    }
}
