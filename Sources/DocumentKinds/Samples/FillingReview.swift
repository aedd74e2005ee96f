import JSONSchema
package import JSONText
package import SchemaRepository

/// Finds the members of test data that belong to no field or cell of a form or questionnaire. Without a warning, the
/// value of a misspelt name would be ignored silently.
package struct FillingReview {
    private let filling: JSONDocument
    private var found: [Diagnostic] = []

    /// Returns a warning for each member of `filling` that is certainly not a field or cell of the document, in text
    /// order. Where a form's fields are not all known, for example because a JSON Schema does not compile, there are no
    /// warnings.
    ///
    /// Nil if documents of this kind cannot have test data; empty if the document is not JSON.
    package static func diagnostics(of filling: JSONDocument, for checked: CheckedDocument) -> [Diagnostic]? {
        guard let document = checked.document else { return [] }
        var review = FillingReview(filling: filling)
        switch checked.kind?.kind {
        case FormRules.kind: review.check(fieldsOf: document)
        case QuestionnaireRules.kind:
            let sections = document.root["sections"].map { Array($0.elements) } ?? []
            review.check(filling.root, cells: sections.flatMap { QuestionnaireCell.cells(of: $0, lists: []) })
        default: return nil
        }
        return review.found
    }

    private init(filling: JSONDocument) { self.filling = filling }

    private mutating func check(fieldsOf document: JSONDocument) {
        let schemas = FormDocument(document.root).steps.map { EmbeddedSchema.compile($0.jsonSchema, in: document) }
        // The fields of a schema that does not compile are unknown.
        let usable = schemas.compactMap { try? $0.get().root }
        guard usable.count == schemas.count else { return }
        check(filling.root, fields: FormFields(of: usable))
    }

    private mutating func check(_ value: JSONValue, fields: FormFields) {
        if value.kind == .array {
            let row = FormFields(of: fields.items)
            for element in value.elements { check(element, fields: row) }
            return
        }
        guard !fields.acceptsAnyName, !fields.names.isEmpty else { return }
        for member in value.members {
            if let schemas = fields.schemas(of: member.name) {
                check(member.value, fields: FormFields(of: schemas))
            } else {
                report(member, "field", among: fields.names)
            }
        }
    }

    private mutating func check(_ value: JSONValue, cells: [QuestionnaireCell]) {
        for member in value.members {
            guard let cell = cells.first(where: { $0.key?.isExactly(member.name) ?? false }) else {
                report(member, "cell", among: cells.compactMap(\.key))
                continue
            }
            switch cell.kind {
            case "composite": check(member.value, cells: cell.cells)
            case "list": for entry in member.value.elements { check(entry, cells: cell.cells) }
            default: break
            }
        }
    }

    private mutating func report(_ member: JSONMember, _ noun: String, among names: [String]) {
        let suggestion = Suggestion.likely(for: member.name, among: names)
        let message = "There is no \(noun) \(code: member.name); its value is not used"
        found.append(
            Diagnostic(
                severity: .warning, code: "filling.unknown", message: message + Diagnostic.didYouMean(suggestion),
                pointer: member.value.pointer, range: filling.range(ofBytes: member.nameRange), suggestion: suggestion))
    }
}
