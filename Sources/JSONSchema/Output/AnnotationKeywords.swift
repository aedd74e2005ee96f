/// The keywords of a subschema that are annotations: they check no value, apply no subschema and identify nothing.
enum AnnotationKeywords {
    /// Returns true if a keyword is an annotation in a draft; every unknown keyword is one, except `id`.
    static func contains(_ keyword: String, in draft: Draft) -> Bool {
        if let first = known[keyword], draft >= first { return false }
        return SubschemaKeywords.shape(of: keyword, in: draft) == nil
    }

    /// Annotation keywords that concern strings only (JSON Schema validation, section 8).
    static let ofStrings: Set<String> = ["contentEncoding", "contentMediaType", "contentSchema"]

    /// The keywords that are not annotations and contain no subschema, each with the draft that introduced it.
    private static let known: [String: Draft] = [
        "$schema": .draft4, "id": .draft4, "$id": .draft6, "$ref": .draft4, "$comment": .draft7,
        "$anchor": .draft2019, "$vocabulary": .draft2019, "$recursiveRef": .draft2019,
        "$recursiveAnchor": .draft2019, "$dynamicRef": .draft2020, "$dynamicAnchor": .draft2020,
        "type": .draft4, "enum": .draft4, "const": .draft6, "multipleOf": .draft4,
        "maximum": .draft4, "exclusiveMaximum": .draft4, "minimum": .draft4, "exclusiveMinimum": .draft4,
        "maxLength": .draft4, "minLength": .draft4, "pattern": .draft4, "maxItems": .draft4, "minItems": .draft4,
        "uniqueItems": .draft4, "minContains": .draft2019, "maxContains": .draft2019, "maxProperties": .draft4,
        "minProperties": .draft4, "required": .draft4, "dependentRequired": .draft2019,
    ]
}
