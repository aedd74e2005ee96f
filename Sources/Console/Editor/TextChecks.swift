import JSONText
import Publishing
import SchemaRepository

/// Checks texts with the schemas of a request, for the editor, revisions and frames.
struct TextChecks: Sendable {
    let checked: CheckedTexts
    let references: ReferenceStore

    /// Checks a text as a kind.
    func check(
        _ bytes: [UInt8], kind: String, in schemas: CurrentSchemas, work: WorkBudget
    ) -> CheckedDocument {
        checked.document(bytes, kind: schemas.repository.kind(named: kind), in: schemas.repository, work: work)
    }

    /// Checks a text, as the kind that its type names if none is given, and warns about unknown features and option
    /// lists, and if the feature that it is for would contain itself.
    func checkWithReferences(
        _ bytes: [UInt8], as kind: DocumentKind?, of feature: String?, in schemas: CurrentSchemas, work: WorkBudget
    ) throws -> CheckedDocument {
        try references.completing(
            checked.document(bytes, kind: kind, in: schemas.repository, work: work), of: feature,
            by: schemas.repository)
    }
}
