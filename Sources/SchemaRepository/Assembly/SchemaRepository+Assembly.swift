import JSONSchema
import JSONText

extension SchemaRepository {
    /// Assembles a document for a range of client versions: for each interval of versions with the same support, the
    /// document with unsupported parts replaced or omitted. Neighbouring intervals with the same bytes become one
    /// edition.
    ///
    /// Works with an invalid document too, as far as possible: its faults remain in the editions, and no version is
    /// promised support for the invalid parts.
    package func assembly(
        of checked: CheckedDocument, platform: String, in range: VersionInterval = .all
    ) -> Assembly {
        guard let document = checked.document, let kind = checked.kind, let annotated = schemas.annotated(kind.id)
        else { return Assembly(support: .unknown, editions: [], faults: []) }
        let work = WorkBudget.patient
        let marks = annotated.demands
        let tree = DemandTree(
            of: document.root, by: annotated.schema.root, marks: marks, isValid: checked.isValid, work: work)
        var calculation = SupportCalculation(
            platform: platform, document: document, tree: tree, marks: marks, work: work)
        let support = calculation.support(within: work)
        var assembler = Assembler(
            repository: self, checked: checked, kind: kind, platform: platform, root: document.root, work: work)
        for interval in Self.steps(of: support, in: range) where !work.isSpent {
            let assembly = AssemblyCalculation(
                platform: JSONName(platform), version: interval.from, tree: tree, known: calculation.known,
                marks: marks, work: work)
            assembler.add(assembly.assemble(), for: interval)
        }
        // If the work is used up, no version can be promised anything, and nothing is assembled.
        guard !work.isSpent else { return Assembly(support: .givenUp, editions: [], faults: []) }
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
    let checked: CheckedDocument
    let kind: DocumentKind
    let platform: String
    let root: JSONValue
    let work: WorkBudget
    var editions: [Assembly.Edition] = []
    var faults: [Assembly.Fault] = []
    /// The result for the document assembled last, because neighbouring intervals often have the same document.
    private var last: (bytes: [UInt8], verdict: Verdict)?

    /// The result of checking an assembled document.
    private struct Verdict {
        let errors: [Diagnostic]
        /// The versions that support all of it.
        let full: VersionSet
    }

    init(
        repository: SchemaRepository, checked: CheckedDocument, kind: DocumentKind, platform: String, root: JSONValue,
        work: WorkBudget
    ) {
        self.repository = repository
        self.checked = checked
        self.kind = kind
        self.platform = platform
        self.root = root
        self.work = work
    }

    /// Adds the edition of an interval after those before it, unless its clients cannot be served.
    mutating func add(_ assembled: AssembledValue, for interval: VersionInterval) {
        guard let edits = assembled.edits else { return }
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
        if let last, last.bytes == bytes { return last.verdict }
        let recheck = repository.check(bytes, kind: kind, limits: JSONLimits(), work: work)
        var full = VersionSet.none
        if let document = recheck.document, let kind = recheck.kind {
            full = repository.versionsShowingAll(of: document, kind: kind, platform: platform, work: work)
        }
        let verdict = Verdict(errors: newErrors(of: recheck), full: full)
        last = (bytes, verdict)
        return verdict
    }
    /// Returns the errors that the original document does not have; those are already reported by its own check.
    private func newErrors(of recheck: CheckedDocument) -> [Diagnostic] {
        var own = checked.isValid ? [] : checked.diagnostics.filter { $0.severity == .error }
        return recheck.diagnostics.filter { $0.severity == .error }.compactMap { diagnostic in
            if let known = own.firstIndex(where: { $0.code == diagnostic.code && $0.message == diagnostic.message }) {
                own.remove(at: known)
                return nil
            }
            var diagnostic = diagnostic
            // Positions are meaningless, because nobody sees the assembled text.
            diagnostic.range = nil
            return diagnostic
        }
    }
}
