import HTTPTypes
import JSONText
import MicroHTTP
import Publishing
import SchemaRepository

/// Validation of documents in the management API, with the diagnostics that the editor shows.
struct ValidationResources: Sendable {
    let stores: Stores
    let catalogue: Catalogue
    let checks: TextChecks

    /// `POST /api/v1/validate`: checks the body as a document. The query names its kind (`kind`) or its feature
    /// (`feature`); if it names neither, the kind is recognized from the document. The status is 200 for valid and for
    /// invalid documents.
    @Sendable func create(_ request: Request, by account: Account) throws -> Response {
        let apiRequest = APIRequest(request, by: account)
        guard let schemas = try catalogue.current() else { throw APIProblem.noSchemas }
        let kind = try apiRequest.documentKind(in: schemas.repository, features: stores.features)
        let feature = try apiRequest.text("kind") == nil ? apiRequest.feature(in: stores.features)?.name : nil
        let checked = try checks.checkWithReferences(
            request.body, as: kind, of: feature, in: schemas, work: apiRequest.work)
        let repair = try PasteRepair.found(for: request.body) {
            try PasteRepair.Check(
                checks.checkWithReferences($0, as: kind, of: feature, in: schemas, work: apiRequest.work),
                in: schemas.repository)
        }
        return try .answer(
            ValidationAnswer(
                valid: checked.isValid, kind: checked.kind?.id, schemaRelease: schemas.number,
                diagnostics: checked.diagnostics.map { FixedDiagnostic($0, in: request.body) },
                rewrite: repair.map {
                    Rewrite(hint: $0.label, message: $0.sentence, text: String(decoding: $0.bytes, as: UTF8.self))
                }))
    }

    /// The result of checking a document.
    private struct ValidationAnswer: Encodable {
        let valid: Bool
        /// The `$id` of the kind that the document was checked against; nil if the kind is unknown.
        let kind: String?
        let schemaRelease: Int
        let diagnostics: [FixedDiagnostic]
        /// The repair of the whole text if the text has a fault that pasting can cause; nil otherwise.
        let rewrite: Rewrite?
    }

    /// A repaired text, with the label of the repair and a description of the fault.
    private struct Rewrite: Encodable {
        let hint: String
        let message: String
        let text: String
    }
}

extension APIRequest {
    /// Returns the document kind that the query parameter `kind` names, or else the kind of the feature that `feature`
    /// names. Nil if the query names neither: the kind is then recognized from the document.
    func documentKind(in repository: SchemaRepository, features: FeatureStore) throws -> DocumentKind? {
        if let name = try text("kind") {
            guard let kind = repository.kind(named: name) else { throw APIProblem.unknownKind(name, in: repository) }
            return kind
        }
        guard let feature = try feature(in: features) else { return nil }
        return repository.kind(named: feature.kind)
    }
}

/// A diagnostic with its line and column, if they are known, and the replacement that corrects the fault, if there is
/// one.
struct FixedDiagnostic: Encodable {
    private let diagnostic: Diagnostic
    private let fix: Findings.Fix?

    init(_ diagnostic: Diagnostic, in text: [UInt8]) {
        self.diagnostic = diagnostic
        fix = Findings.Fix(diagnostic, in: text, action: "")
    }

    private enum Key: CodingKey { case line, column, hint, fix }
    private enum FixKey: CodingKey { case start, end, text }

    /// Encodes the diagnostic's members; if its range is known, also its line and column. If a fix is known, also the
    /// fix: its label (`hint`), the byte offsets of the range to replace (`end` is exclusive) and the replacement
    /// (`text`).
    func encode(to encoder: any Encoder) throws {
        try diagnostic.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        guard let range = diagnostic.range else { return }
        try container.encode(range.start.line, forKey: .line)
        try container.encode(range.start.column, forKey: .column)
        guard let fix else { return }
        try container.encode(fix.label, forKey: .hint)
        var replacement = container.nestedContainer(keyedBy: FixKey.self, forKey: .fix)
        try replacement.encode(range.start.offset, forKey: .start)
        try replacement.encode(range.end.offset, forKey: .end)
        try replacement.encode(fix.replacement, forKey: .text)
    }
}

extension APIProblem {
    /// The problem of a kind that the schemas do not have.
    static func unknownKind(_ name: String, in repository: SchemaRepository) -> APIProblem {
        let kinds = repository.rootKinds.map(\.id).joined(separator: ", ")
        return APIProblem(
            .unprocessableContent, "unknown-kind", title: Texts["api.unknown-kind"],
            detail: Texts["api.no-such-kind", ["kind": name, "kinds": kinds]], parameter: "kind")
    }
}
