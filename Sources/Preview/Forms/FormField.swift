import JSONSchema
import JSONText

/// A form field as it applies to the data: its schemas, its UI schema, its place.
struct FormField {
    struct Choice {
        let value: FormValue
        let title: String
    }

    /// The property's name, or the index of an array's row.
    let name: String
    /// The pointer of its value in the data (RFC 6901), also the name of its control.
    let pointer: String
    /// The schemas that apply, including referenced ones, the nearest first.
    let schemas: [SchemaNode]
    /// The pointer of the nearest schema in the document.
    let schemaPointer: String
    let ui: FormUI
    let isRequired: Bool
    /// True if other fields depend on its value.
    let isDeciding: Bool
    /// The custom messages for a missing value, from its containers, the nearest first.
    let parentErrors: [JSONValue]
    let widget: FormWidget
    var choices: [Choice]
    /// The part of an option list that it chooses from.
    let list: FormLists.Part?
    /// The choices from the option list, if it has one.
    var levels: FormLists.Levels?
    /// The alternatives of its value that a person chooses.
    var branches: [FormBranch] = []
    /// The maximum number of array entries if each has its own schema; nil if more may follow.
    let tupleCount: Int?
    /// The fields of an object, or the rows of an array.
    var fields: [FormField] = []

    /// The value of a keyword in the nearest schema that has it.
    subscript(_ keyword: String) -> JSONValue? {
        for schema in schemas { if let value = schema[keyword] { return value } }
        return nil
    }

    /// The only allowed value in its own schema; nil for a flag that must be set, because a person still sets it.
    var constant: JSONValue? { Self.constant(of: schemas) }

    /// Returns the only value that the first of some schemas allows, also through a reference.
    static func constant(of schemas: [SchemaNode]) -> JSONValue? {
        guard let first = schemas.first else { return nil }
        let own = first.constantValue ?? (first.reference == nil ? nil : schemas.dropFirst().first?.constantValue)
        return own?.kind == .boolean ? nil : own
    }

    /// The title in the UI schema or the schema.
    var ownTitle: String? {
        (ui.text("title") ?? self["title"]?.string ?? (widget == .multiselect ? itemTitle : nil))
            .map { Markup.shown($0, upTo: FrameLimits.shownText) }
    }

    private var itemTitle: String? { schemas.lazy.compactMap(\.items).first?["title"]?.string }

    /// True if a person cannot change it.
    var isLocked: Bool { ui.flag("disabled") || isReadOnly }

    /// True if its value is read-only.
    var isReadOnly: Bool { ui.flag("readonly") || self["readOnly"]?.boolean == true }

    /// True if other fields or choices may change with its value.
    var refreshes: Bool { isDeciding || !branches.isEmpty || levels.map { $0.trouble == nil } ?? false }

    /// True if its value is an array.
    var isArray: Bool { self["type"]?.string == "array" }

    /// The title, or else the name.
    var title: String { ownTitle ?? name }
}
