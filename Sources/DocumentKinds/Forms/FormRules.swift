import JSONSchema
import JSONText
import SchemaRepository

/// The rules of forms: the embedded JSON Schemas are valid schemas whose `errors` are texts, the UI schemas name only
/// fields that exist, and `pages` stands beside a single `jsonSchema` and has possible numbers. Warns about likely
/// mistakes in the schemas.
struct FormRules: DocumentRules {
    /// The value of `x-kind` for which these rules apply.
    static let kind = "form"

    func recognizes(_ root: JSONValue) -> Bool { FormDocument.isEvident(root) }

    func replacesSchema(of root: JSONValue) -> Bool { FormDocument.isBareSchema(root) }

    func diagnostics(of value: JSONValue, in document: JSONDocument) -> [Diagnostic] {
        diagnostics(of: value, in: document, besides: SchemaFaults([]), work: .patient)
    }

    func diagnostics(
        of value: JSONValue, in document: JSONDocument, besides faults: SchemaFaults, work: WorkBudget
    ) -> [Diagnostic] {
        FormDocument(value).steps.flatMap { diagnostics(of: $0, in: document, work) } + pages(of: value, in: document)
    }

    private func diagnostics(of step: FormStep, in document: JSONDocument, _ work: WorkBudget) -> [Diagnostic] {
        // The form's own schema already reports values that are not objects.
        guard step.jsonSchema.kind == .object, !work.isSpent else { return [] }
        let fields =
            ErrorTextRules.diagnostics(of: step.jsonSchema, in: document)
            + EmbeddedSchemaLint.diagnostics(of: step.jsonSchema, in: document, work)
        switch EmbeddedSchema.compile(step.jsonSchema, in: document, within: work) {
        case .failure(let error): return error.diagnostics + fields
        case .success(let schema):
            let values = EmbeddedSchemaLint.values(of: step.jsonSchema, compiled: schema, in: document, work)
            guard let uiSchema = step.uiSchema, uiSchema.kind == .object else { return fields + values }
            return fields + values + UISchemaRules(document: document).diagnostics(of: uiSchema, for: [schema.root])
        }
    }

    private func pages(of value: JSONValue, in document: JSONDocument) -> [Diagnostic] {
        if value["steps"] != nil, let pages = value.member("pages") {
            let message =
                "A form with `steps` contains all its pages; remove `pages`, which belongs beside a single `jsonSchema`"
            return [.rule("pages", message, at: pages, in: document)]
        }
        guard let pages = value["pages"], let current = pages["current"], let numbers = FormPages(pages),
            numbers.current > numbers.total
        else { return [] }
        let message = "Page \(numbers.current) of \(numbers.total) does not exist"
        return [.rule("pages", message, at: current, in: document)]
    }
}
