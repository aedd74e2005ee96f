/// The keywords of each draft that contain subschemas, and the shapes of their values.
enum SubschemaKeywords {
    /// The way in which a keyword's value contains subschemas.
    enum Shape: Sendable {
        /// The value is a schema.
        case schema
        /// The value is an array of schemas.
        case array
        /// The value is an object whose members are schemas.
        case map
        /// The value is a schema or an array of schemas (`items` before 2020-12).
        case schemaOrArray
        /// The value is an object whose members are schemas or arrays of names (`dependencies`).
        case dependencies
    }

    /// Returns the shape of a keyword's value, or nil if it contains no schemas in that draft.
    static func shape(of keyword: String, in draft: Draft) -> Shape? {
        guard let (shape, first, last) = table[keyword], draft >= first, draft <= last else { return nil }
        return keyword == "items" && draft == .draft2020 ? .schema : shape
    }

    private static let table: [String: (Shape, Draft, Draft)] = [
        "additionalItems": (.schema, .draft4, .draft2019),
        "additionalProperties": (.schema, .draft4, .draft2020),
        "allOf": (.array, .draft4, .draft2020),
        "anyOf": (.array, .draft4, .draft2020),
        "oneOf": (.array, .draft4, .draft2020),
        "not": (.schema, .draft4, .draft2020),
        "items": (.schemaOrArray, .draft4, .draft2020),
        "properties": (.map, .draft4, .draft2020),
        "patternProperties": (.map, .draft4, .draft2020),
        "definitions": (.map, .draft4, .draft2020),
        "dependencies": (.dependencies, .draft4, .draft2020),
        "contains": (.schema, .draft6, .draft2020),
        "propertyNames": (.schema, .draft6, .draft2020),
        "if": (.schema, .draft7, .draft2020),
        "then": (.schema, .draft7, .draft2020),
        "else": (.schema, .draft7, .draft2020),
        "$defs": (.map, .draft2019, .draft2020),
        "dependentSchemas": (.map, .draft2019, .draft2020),
        "unevaluatedItems": (.schema, .draft2019, .draft2020),
        "unevaluatedProperties": (.schema, .draft2019, .draft2020),
        "contentSchema": (.schema, .draft2019, .draft2020),
        "prefixItems": (.array, .draft2020, .draft2020),
    ]
}
