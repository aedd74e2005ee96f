import JSONText
import Publishing
import SchemaRepository

/// Checks texts against schemas, with a cache, for the editor and other pages that show a text's problems.
struct TextChecks: Sendable {
    let checked: CheckedTexts
    let references: ReferenceStore

    /// Checks a text as a document of a kind, without its references.
    func check(
        _ bytes: [UInt8], kind: String, in schemas: CurrentSchemas, work: WorkBudget
    ) -> CheckedDocument {
        checked.document(bytes, kind: schemas.repository.kind(named: kind), in: schemas.repository, work: work)
    }

    /// Checks a text as a document of a kind or, if `kind` is nil, of the kind recognized from the document. Adds
    /// warnings about references to unknown features and option lists, about a feature that would contain itself, and
    /// about connections that do not fit the newest revisions of the modules that they name.
    func checkWithReferences(
        _ bytes: [UInt8], as kind: DocumentKind?, of feature: String?, in schemas: CurrentSchemas, work: WorkBudget
    ) throws -> CheckedDocument {
        try references.completing(
            checked.document(bytes, kind: kind, in: schemas.repository, work: work), of: feature,
            by: schemas.repository)
    }
}
