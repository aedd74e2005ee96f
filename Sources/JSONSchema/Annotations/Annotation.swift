package import JSONText

/// A keyword of the dialect in which schemas are annotated; JSON Schema itself ignores it.
///
/// The compiler asks for the shape of a new one (`AnnotationShape`) and for the changes of it that break clients
/// (`SchemaComparison`), a test for its row in `schemas/README.md`. Nothing asks for the places where it has no effect
/// (`AnnotationLint.checkPlaces`), and for what the catalogue and the preview do with it (`PropertyRow`,
/// `VocabularyReader`).
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

    /// The beginning of every annotation; others that begin with it belong to the author of a schema.
    package static let prefix = "x-"

    /// All annotations as they are written.
    package static let keywords = allCases.map(\.rawValue)
}

extension JSONValue {
    /// The value of an annotation, or nil.
    package subscript(_ annotation: Annotation) -> JSONValue? { self[annotation.rawValue] }

    /// The member of an annotation, or nil.
    package func member(_ annotation: Annotation) -> JSONMember? { member(annotation.rawValue) }
}
