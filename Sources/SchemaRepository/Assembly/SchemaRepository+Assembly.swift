import JSONSchema
import JSONText

extension SchemaRepository {
    /// Assembles what each client version of a range is given of a document: for each interval in which clients know the
    /// same parts, the document with the parts they do not know replaced or left out. Neighbours that are given the same
    /// bytes are one edition.
    ///
    /// Of an invalid document support is computed as far as it goes, and nothing is assembled.
    package func assembly(
        of checked: CheckedDocument, platform: String, in range: VersionInterval = .all
    ) -> Assembly {
        guard let document = checked.document, let kind = checked.kind else {
            return Assembly(support: Support(full: [], degraded: [], reasons: []), editions: [], faults: [])
        }
        let work = WorkBudget.patient
        let support = support(of: document, kind: kind, platform: platform, work: work)
        // Where finding out took too long nobody is promised anything, and nothing is assembled.
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

    /// A range cut at every version at which a client begins or ceases to know a part of the document.
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
    /// The verdicts on documents that were assembled before, by their bytes.
    private var verdicts: [[UInt8]: Verdict] = [:]

    /// A document that was assembled, looked at once more.
    private struct Verdict {
        let errors: [Diagnostic]
        /// The versions that show all of it.
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

    /// Adds the edition of an interval after those before it, unless its clients cannot be given anything.
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
            // Nobody sees the text that assembly makes.
            diagnostic.range = nil
            return diagnostic
        }
        let verdict = Verdict(errors: errors, full: VersionSet(full))
        verdicts[bytes] = verdict
        return verdict
    }
}
