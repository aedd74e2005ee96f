import JSONSchema
package import JSONText

extension SchemaRepository {
    /// The maximum number of warnings about numbers that are too large.
    private static let mostNumberWarnings = 20

    /// Checks a document: its syntax, its schema, and the rules that a schema cannot express.
    ///
    /// Without a `kind`, the kind is determined by `kind(of:)`. A text that exceeds `limits` is reported as an error. A
    /// check that exceeds `work` is incomplete and has at least one error.
    package func check(
        _ bytes: [UInt8], kind: DocumentKind?, limits: JSONLimits = .console, work: WorkBudget = WorkBudget()
    ) -> CheckedDocument {
        let document: JSONDocument
        do {
            document = try JSONDocument(parsing: bytes, limits: limits)
        } catch {
            let lines = LineTable(bytes)
            let diagnostics = error.errors.map { $0.diagnostic(lines: lines) }
            return CheckedDocument(bytes: bytes, document: nil, kind: kind, diagnostics: diagnostics)
        }
        let kind = kind ?? self.kind(of: document)
        let warnings =
            document.warnings.map { $0.diagnostic(lines: document.lines, severity: .warning) }
            + Self.warnings(ofNumbersIn: document)
        return CheckedDocument(
            bytes: bytes, document: document, kind: kind,
            diagnostics: warnings + diagnostics(of: document, kind: kind, work))
    }

    /// Returns the kind that the document's `type` names or, without such a kind, the one that its structure shows; nil
    /// if there is neither.
    ///
    /// Root kinds take precedence over entities that occur only inside documents. The latter are possible too, because
    /// examples of such entities are checked as documents.
    package func kind(of document: JSONDocument) -> DocumentKind? {
        let root = document.root
        if let type = root["type"]?.word {
            let kinds = rootKinds.filter { entity($0.id)?.typeName == type }
            if let kind = firstAccepting(root, among: kinds) { return kind }
            let parts = entities.filter { !$0.kind.isEmpty && $0.typeName == type }
            if let part = firstAccepting(root, among: parts.map { DocumentKind($0) }) { return part }
        }
        return rules.recognizedKind(of: root).flatMap { kind in rootKinds.first { $0.kind == kind } }
    }

    /// Returns the first of several kinds with the same `type` whose schema accepts the document; the first of all if
    /// none does.
    private func firstAccepting(_ root: JSONValue, among kinds: [DocumentKind]) -> DocumentKind? {
        guard kinds.count > 1 else { return kinds.first }
        return kinds.first { schema($0.id)?.isValid(root) == true } ?? kinds.first
    }

    /// Returns true if no schema describes documents of this structure, so that only document rules check it.
    func isJudgedByRules(_ root: JSONValue, _ kind: DocumentKind?) -> Bool {
        kind.flatMap { rules.rulesInsteadOfSchema(of: root, kind: $0.kind) } != nil
    }

    /// Returns warnings about numbers that most clients cannot read.
    private static func warnings(ofNumbersIn document: JSONDocument) -> [Diagnostic] {
        document.numbersBeyondDoubles(limit: mostNumberWarnings).map { value in
            .rule(
                "number",
                "This number is too large for the floating-point numbers of most clients, which then cannot read the "
                    + "document; use a smaller one",
                at: value, in: document, severity: .warning)
        }
    }

    private func diagnostics(of document: JSONDocument, kind: DocumentKind?, _ work: WorkBudget) -> [Diagnostic] {
        guard let annotated = schemas.annotated(kind?.id ?? Self.documentID) else {
            return [
                Diagnostic(
                    severity: .error, code: "document.kind",
                    message: kind.map { "The schemas have no document kind \(code: $0.id)" }
                        ?? "The document’s `type` does not determine its kind; correct `type` or name the kind",
                    pointer: JSONPointer())
            ]
        }
        let root = document.root
        if let judge = kind.flatMap({ rules.rulesInsteadOfSchema(of: root, kind: $0.kind) }) {
            let found = judge.diagnostics(of: root, in: document, besides: SchemaFaults([]), work: work)
            return DiagnosticOrder.sorted(found + givenUp(document, besides: found, work))
        }
        let marks = annotated.checks
        var found = namingKinds(annotated.schema.validate(root, in: document, within: work), of: document, kind)
        let faults = SchemaFaults(found)
        let marked = marks.pairs(from: annotated.schema.root, root, work: work)
        found += UniqueNames.diagnostics(of: marked.filter { marks.isUnique($0.schema) }, in: document)
        for pair in marked {
            for rules in marks.rules(of: pair.schema) where !work.isSpent {
                found += rules.diagnostics(of: pair.value, in: document, besides: faults, work: work)
            }
        }
        for pair in marked where marks.isDeprecating(pair.schema) {
            found += DeprecationWarnings.diagnostics(of: pair, in: document)
        }
        found += givenUp(document, besides: found, work)
        return DiagnosticOrder.sorted(found.withoutConsequences).withoutRepetition(of: "document.unknown")
    }

    /// Returns the diagnostics with the error about `type` replaced by one that names both kinds, if the document has
    /// the `type` of another kind than the expected one; otherwise returns them unchanged.
    private func namingKinds(
        _ diagnostics: [Diagnostic], of document: JSONDocument, _ kind: DocumentKind?
    ) -> [Diagnostic] {
        let pointer = JSONPointer(tokens: ["type"])
        guard let kind,
            let place = diagnostics.firstIndex(where: { $0.code == "schema.const" && $0.pointer == pointer }),
            let other = self.kind(of: document), other.id != kind.id,
            let type = document.root["type"]?.string, entity(other.id)?.typeName == type
        else { return diagnostics }
        let given = diagnostics[place]
        var named = diagnostics
        named[place] = Diagnostic(
            severity: given.severity, code: given.code,
            message: "This is \(Self.phrase(for: other)); \(Self.phrase(for: kind)) is expected here",
            pointer: given.pointer, range: given.range, keyword: given.keyword, schemaPointer: given.schemaPointer)
        return named
    }

    /// Returns the name of a kind with its article.
    private static func phrase(for kind: DocumentKind) -> String {
        "\("aeiouAEIOU".contains(kind.name.prefix(1)) ? "an" : "a") \(kind.name)"
    }

    /// Returns an error for an incomplete check, so that the document is not taken for valid; empty if the work was not
    /// used up or another error was found.
    private func givenUp(
        _ document: JSONDocument, besides found: [Diagnostic], _ work: WorkBudget
    ) -> [Diagnostic] {
        guard work.isSpent, found.allSatisfy({ $0.severity != .error }) else { return [] }
        return [
            Diagnostic(
                severity: .error, code: "document.tooCostly",
                message: "Checking this takes too long, so the check was stopped", pointer: JSONPointer(),
                range: document.range(of: document.root))
        ]
    }
}
