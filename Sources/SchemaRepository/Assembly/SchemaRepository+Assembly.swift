import JSONSchema
import JSONText

extension SchemaRepository {
    /// Assembles a document for a range of client versions: for each interval of versions with the same support, the
    /// document with unsupported parts replaced or omitted. Neighbouring intervals with the same bytes become one
    /// edition.
    ///
    /// For an invalid document only its support is computed, as far as possible.
    package func assembly(
        of checked: CheckedDocument, platform: String, in range: VersionInterval = .all
    ) -> Assembly {
        guard let document = checked.document, let kind = checked.kind else {
            return Assembly(support: Support(full: [], degraded: [], reasons: []), editions: [], faults: [])
        }
        let work = WorkBudget.patient
        let support = support(of: document, kind: kind, platform: platform, work: work)
        // Without complete support information nothing is assembled.
        guard checked.isValid, !work.isSpent, let annotated = schemas.annotated(kind.id) else {
            return Assembly(support: support, editions: [], faults: [])
        }
        var assembler = Assembler(
            repository: self, kind: kind, platform: platform, root: document.root, annotated: annotated,
            work: work)
        for interval in Self.steps(of: support, in: range) where !work.isSpent { assembler.assemble(interval) }
        guard !work.isSpent else {
            return Assembly(support: Support(full: [], degraded: [], reasons: []), editions: [], faults: [])
        }
        return Assembly(support: support, editions: assembler.editions, faults: assembler.faults)
    }

    /// Splits a range at every version at which support for some part of the document begins or ends.
    private static func steps(of support: Support, in range: VersionInterval) -> [VersionInterval] {
        var bounds: [ClientVersion] = []
        let inside = support.bounds.filter { range.from < $0 && range.contains($0) }
        for bound in inside.sorted() where bounds.last != bound { bounds.append(bound) }
        let starts = [range.from] + bounds
        let ends: [ClientVersion?] = bounds + [range.until]
        return zip(starts, ends).map { VersionInterval(from: $0, until: $1) }
    }
}

/// Collects the editions of one document, interval by interval.
private struct Assembler {
    let repository: SchemaRepository
    let kind: DocumentKind
    let platform: String
    let root: JSONValue
    let annotated: AnnotatedSchema
    let work: WorkBudget
    var editions: [Assembly.Edition] = []
    var faults: [Assembly.Fault] = []
    /// The results for documents that were assembled before, by their bytes.
    private var verdicts: [[UInt8]: Verdict] = [:]

    /// The result of checking an assembled document.
    private struct Verdict {
        let errors: [Diagnostic]
        /// The versions that support all of it.
        let full: VersionSet
    }

    init(
        repository: SchemaRepository, kind: DocumentKind, platform: String, root: JSONValue, annotated: AnnotatedSchema,
        work: WorkBudget
    ) {
        self.repository = repository
        self.kind = kind
        self.platform = platform
        self.root = root
        self.annotated = annotated
        self.work = work
    }

    /// Appends the edition for an interval, unless its clients cannot get anything.
    mutating func assemble(_ interval: VersionInterval) {
        let calculation = AssemblyCalculation(
            platform: JSONName(platform), version: interval.from, marks: annotated.demands, work: work)
        guard let edits = calculation.assemble(root, by: annotated.schema.root).edits else { return }
        let bytes = edits.text(of: root)
        if !edits.isEmpty {
            // The fallback of a whole document may be of another kind.
            let verdict = verdict(on: bytes, kind: edits.replaces(root) ? nil : kind)
            guard verdict.errors.isEmpty, verdict.full.contains(interval) else {
                faults.append(Assembly.Fault(interval: interval, diagnostics: verdict.errors))
                return
            }
        }
        guard let last = editions.last, last.interval.until == interval.from, last.bytes == bytes else {
            editions.append(Assembly.Edition(interval: interval, bytes: bytes, isChanged: !edits.isEmpty))
            return
        }
        editions[editions.count - 1] = Assembly.Edition(
            interval: VersionInterval(from: last.interval.from, until: interval.until), bytes: bytes,
            isChanged: last.isChanged)
    }

    private mutating func verdict(on bytes: [UInt8], kind: DocumentKind?) -> Verdict {
        if let known = verdicts[bytes] { return known }
        let checked = repository.check(bytes, kind: kind, limits: JSONLimits(), work: work)
        var full: [VersionInterval] = []
        if let document = checked.document, let kind = checked.kind {
            full = repository.support(of: document, kind: kind, platform: platform, work: work).full
        }
        let errors = checked.diagnostics.filter { $0.severity == .error }.map { diagnostic in
            var diagnostic = diagnostic
            // Positions are meaningless, because nobody sees the assembled text.
            diagnostic.range = nil
            return diagnostic
        }
        let verdict = Verdict(errors: errors, full: VersionSet(full))
        verdicts[bytes] = verdict
        return verdict
    }
}
