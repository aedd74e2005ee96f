import JSONSchema
package import JSONText
package import SchemaRepository

/// What of a filling a form or questionnaire has no place for: misspelt names would silently fill nothing.
package struct FillingReview {
    private let filling: JSONDocument
    private var found: [Diagnostic] = []

    /// The members of a filling that are no field or cell of a document, in the order of the filling's text, as warnings.
    ///
    /// Nil where documents of that kind are filled with nothing.
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
        // Of a schema that cannot be used nothing is known, nor what it would have a place for.
        let usable = schemas.compactMap { try? $0.get().root }
        guard usable.count == schemas.count else { return }
        check(filling.root, fields: FormFields(of: usable))
    }

    private mutating func check(_ value: JSONValue, fields: FormFields) {
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
            guard let cell = cells.first(where: { $0.key == member.name }) else {
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
        let message = "There is no \(noun) `\(member.name)`; it fills nothing"
        found.append(
            Diagnostic(
                severity: .warning, code: "filling.unknown", message: message + Diagnostic.didYouMean(suggestion),
                pointer: member.value.pointer, range: filling.range(ofBytes: member.nameRange), suggestion: suggestion))
    }
}
