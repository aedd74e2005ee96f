import JSONText

/// One field of a form as it applies to the data: its schemas, its part of the UI schema, its place.
struct FormField {
    struct Choice {
        let value: FormValue
        let title: String
    }

    /// The name of the property; the number, from 0, of an array's row.
    let name: String
    /// Where its value stands in the data, RFC 6901; also the name of its control.
    let pointer: String
    /// The schemas that apply, those of references included, the nearest first.
    let schemas: [JSONValue]
    let ui: FormUI
    let isRequired: Bool
    /// Whether other fields depend on its value.
    let isDeciding: Bool
    /// The custom texts for a missing value: the nearest `errors` that encloses it.
    let parentErrors: [JSONValue]
    let widget: FormWidget
    var choices: [Choice]
    /// The part of an option list that it chooses from.
    let list: FormLists.Part?
    /// What the option list offers, where it chooses from one.
    var levels: FormLists.Levels?
    /// The alternatives of its value that a person picks.
    var branches: [FormBranch] = []
    /// How many elements an array may have whose entries are each described; nil where more may follow.
    let tupleCount: Int?
    /// Of an object: its fields. Of an array: its rows.
    var fields: [FormField] = []

    /// A keyword of the nearest schema that has it.
    subscript(_ keyword: String) -> JSONValue? {
        for schema in schemas { if let value = schema[keyword] { return value } }
        return nil
    }

    /// The only value it may have, where its own schema says so; a flag that must be set is still to be set.
    var constant: JSONValue? { Self.constant(of: schemas) }

    /// The only value that the first of some schemas allows, a reference followed.
    static func constant(of schemas: [JSONValue]) -> JSONValue? {
        guard let first = schemas.first else { return nil }
        let own = first["const"] ?? (first["$ref"] == nil ? nil : schemas.dropFirst().first?["const"])
        return own?.kind == .boolean ? nil : own
    }

    /// What the UI schema or the schema calls it.
    var ownTitle: String? {
        (ui.text("title") ?? self["title"]?.string ?? (widget == .multiselect ? self["items"]?["title"]?.string : nil))
            .map { Markup.shown($0, upTo: 2_000) }
    }

    /// Whether a person cannot change it.
    var isLocked: Bool { ui.flag("disabled") || isReadOnly }

    /// Whether its value is only to be read.
    var isReadOnly: Bool { ui.flag("readonly") || self["readOnly"]?.boolean == true }

    /// Whether what else there is to answer may change with its value.
    var refreshes: Bool { isDeciding || !branches.isEmpty || levels.map { $0.trouble == nil } ?? false }

    /// Whether its value is a list.
    var isArray: Bool { self["type"]?.string == "array" }

    /// What it is called.
    var title: String { ownTitle ?? name }
}
