package import JSONText

/// A keyword that Galley adds to JSON Schema; other validators ignore it. `schemas/README.md` explains every one.
///
/// A new keyword needs a shape (`AnnotationShape`) and the effect of its changes on clients (`SchemaComparison`);
/// without them the program does not compile. It needs a row in `schemas/README.md`; without it a test fails. Nothing
/// reminds the programmer of the places where the keyword is allowed (`AnnotationLint.checkPlaces`), nor of its use in
/// the support by client version (`DemandMarks`, `Availability`), the console's page of a schema (`Entity`,
/// `SchemaPages`) and its tables of properties (`PropertyRow`), the preview (`VocabularyReader`) and sample data
/// (`SampleSearch`).
package enum Annotation: String, CaseIterable, Sendable {
    case kind = "x-kind"
    case name = "x-name"
    case translations = "x-i18n"
    case since = "x-since"
    case planned = "x-planned"
    case removed = "x-removed"
    case deprecated = "x-deprecated"
    case unsupported = "x-unsupported"
    case values = "x-enum"
    case ignorable = "x-ignorable"
    case unknownItems = "x-unknown-items"
    case discriminator = "x-discriminator"
    case fallback = "x-fallback"
    case layout = "x-layout"
    case examples = "x-examples"
    case category = "x-category"
    case owners = "x-owners"
    case testValue = "x-test"
    case reference = "x-refers-to"
    case unique = "x-unique"

    /// The prefix of every annotation; other keywords with this prefix belong to the author of the schema.
    package static let prefix = "x-"

    /// The keywords of all annotations.
    package static let keywords = allCases.map(\.rawValue)
}

extension JSONValue {
    /// The value of an annotation, or nil.
    package subscript(_ annotation: Annotation) -> JSONValue? { self[annotation.rawValue] }

    /// The member of an annotation, or nil.
    package func member(_ annotation: Annotation) -> JSONMember? { member(annotation.rawValue) }
}
