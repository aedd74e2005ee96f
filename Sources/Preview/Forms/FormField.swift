import JSONSchema
import JSONText

/// A field of a form, as its schemas and the current data determine it.
struct FormField {
    struct Choice {
        let value: FormValue
        let title: String
    }

    /// The property's name, or the index of an array's row.
    let name: String
    /// The JSON Pointer of the field's value in the data; also the name of the HTML control.
    let pointer: String
    /// The schemas that apply, including referenced ones, the nearest first.
    let schemas: [SchemaNode]
    /// The pointer, in the document, of the nearest schema.
    let schemaPointer: String
    let ui: FormUI
    let isRequired: Bool
    /// True if other fields may depend on the field's value.
    let isDeciding: Bool
    /// The `errors` of the containing schemas, the nearest first; they may have a message for a missing value.
    let parentErrors: [JSONValue]
    let widget: FormWidget
    var choices: [Choice]
    /// The part of an option list that the field offers.
    let list: FormLists.Part?
    /// The choices from the option list; nil if the field has none.
    var levels: FormLists.Levels?
    /// The choices between alternatives for the field's value.
    var branches: [FormBranch] = []
    /// The maximum number of array elements if each has its own schema; nil if more elements are allowed.
    let tupleCount: Int?
    /// The fields of an object, or the rows of an array.
    var fields: [FormField] = []

    /// The value of a keyword in the nearest schema that has it.
    subscript(_ keyword: String) -> JSONValue? {
        for schema in schemas { if let value = schema[keyword] { return value } }
        return nil
    }

    /// The value that `const` requires in the field's own schema; nil for a Boolean, which a person must still set.
    var constant: JSONValue? { Self.constant(of: schemas) }

    /// Returns the value that `const` requires in the first schema or in the one that it refers to; nil for a Boolean.
    static func constant(of schemas: [SchemaNode]) -> JSONValue? {
        guard let first = schemas.first else { return nil }
        let own = first.constantValue ?? (first.reference == nil ? nil : schemas.dropFirst().first?.constantValue)
        return own?.kind == .boolean ? nil : own
    }

    /// The title in the UI schema or the schema; for a choice of several items without a title, the title in the schema
    /// of the items.
    var ownTitle: String? {
        (ui.text("title") ?? self["title"]?.string ?? (widget == .multiselect ? itemTitle : nil))
            .map { Markup.shown($0, upTo: FrameLimits.shownText) }
    }

    private var itemTitle: String? { schemas.lazy.compactMap(\.items).first?["title"]?.string }

    /// True if a person cannot change the value.
    var isLocked: Bool { ui.flag("disabled") || isReadOnly }

    /// True if the value is read-only.
    var isReadOnly: Bool { ui.flag("readonly") || self["readOnly"]?.boolean == true }

    /// True if other fields or choices may change with the value.
    var refreshes: Bool { isDeciding || !branches.isEmpty || levels.map { $0.trouble == nil } ?? false }

    /// True if the `type` of the schema is `array`.
    var isArray: Bool { self["type"]?.string == "array" }

    /// The title, or else the name.
    var title: String { ownTitle ?? name }
}
