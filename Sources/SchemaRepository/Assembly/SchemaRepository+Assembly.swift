import JSONSchema
package import JSONText

extension SchemaRepository {
    /// Assembles a document for a range of client versions: for each interval of versions with the same support, the
    /// document with unsupported parts replaced or omitted. Neighboring intervals with the same bytes become one
    /// edition.
    ///
    /// Assembles an invalid document too, as far as possible: its errors remain in the editions, and values that match
    /// no branch of a union are taken to be supported by every version.
    package func assembly(
        of checked: CheckedDocument, platform: String, in range: VersionInterval = .all
    ) -> Assembly {
        assembly(of: checked, platform: platform, work: .patient) { Self.steps(of: $0, in: range) }
    }

    /// Assembles a document for one client version; the result has one edition at most, which begins at the version.
    package func assembly(
        of checked: CheckedDocument, platform: String, at version: ClientVersion, work: WorkBudget
    ) -> Assembly {
        assembly(of: checked, platform: platform, work: work) { support in
            Array(Self.steps(of: support, in: VersionInterval(from: version, until: nil)).prefix(1))
        }
    }

    private func assembly(
        of checked: CheckedDocument, platform: String, work: WorkBudget, for steps: (Support) -> [VersionInterval]
    ) -> Assembly {
        guard let document = checked.document, let kind = checked.kind, let annotated = schemas.annotated(kind.id)
        else { return Assembly(support: .unknown, editions: [], faults: []) }
        let marks = annotated.demands
        let tree = DemandTree(
            of: document.root, by: annotated.schema.root, marks: marks, isValid: checked.isValid, work: work)
        var calculation = SupportCalculation(
            platform: platform, document: document, tree: tree, marks: marks, work: work)
        let support = calculation.support(within: work)
        var assembler = Assembler(
            repository: self, checked: checked, document: document, kind: kind, annotated, calculation, work: work)
        for interval in steps(support) where !work.isSpent {
            var assembly = AssemblyCalculation(calculation, for: interval.from, work: work)
            assembler.add(assembly.assemble(), for: interval)
        }
        // If the work is used up, the support of no version is certain, and nothing is assembled.
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

/// Collects the editions of one document, interval by interval in ascending order.
private struct Assembler {
    let repository: SchemaRepository
    let checked: CheckedDocument
    let root: JSONValue
    let kind: DocumentKind
    let annotated: AnnotatedSchema
    let calculation: SupportCalculation
    let work: WorkBudget
    private var editor: JSONEditor
    var editions: [Assembly.Edition] = []
    var faults: [Assembly.Fault] = []
    /// The quick check of editions; created when it is first used. Remains nil for an invalid document, because each of
    /// its editions needs the full check.
    private var check: EditionCheck?
    /// The result for the document assembled last, kept because neighboring intervals often have the same document.
    private var last: (bytes: [UInt8], verdict: Verdict)?

    /// The result of checking an assembled document.
    private struct Verdict {
        let errors: [Diagnostic]
        /// The versions that support all of the document.
        let full: VersionSet
    }

    init(
        repository: SchemaRepository, checked: CheckedDocument, document: JSONDocument, kind: DocumentKind,
        _ annotated: AnnotatedSchema, _ calculation: SupportCalculation, work: WorkBudget
    ) {
        self.repository = repository
        self.checked = checked
        self.kind = kind
        self.annotated = annotated
        self.calculation = calculation
        self.work = work
        root = document.root
        editor = JSONEditor(document)
    }

    /// Adds the edition of the next interval, or extends the last edition if the bytes are the same. Adds a fault if
    /// the edited document is invalid or not fully supported, and nothing if the document could not be assembled.
    mutating func add(_ assembled: AssembledValue, for interval: VersionInterval) {
        guard let edits = assembled.edits else { return }
        var bytes = editor.bytes
        if !edits.isEmpty {
            let copy = editor.document(with: edits.edits)
            bytes = copy.bytes
            // The fallback of a whole document may be of another kind.
            let verdict = verdict(on: copy, kind: edits.replaces(root) ? nil : kind)
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

    private mutating func verdict(on copy: JSONDocument, kind: DocumentKind?) -> Verdict {
        if let last, last.bytes == copy.bytes { return last.verdict }
        let verdict = quickVerdict(on: copy, kind: kind) ?? wholeVerdict(on: copy.bytes, kind: kind)
        last = (copy.bytes, verdict)
        return verdict
    }

    /// Returns the verdict on a copy that is certainly valid; nil if the copy needs the full check.
    private mutating func quickVerdict(on copy: JSONDocument, kind: DocumentKind?) -> Verdict? {
        guard checked.isValid, kind == self.kind else { return nil }
        if check == nil { check = EditionCheck(of: root, by: annotated, calculation, work: work) }
        guard !repository.isJudgedByRules(copy.root, kind) else { return nil }
        return check?.versions(showing: copy).map { Verdict(errors: [], full: $0) }
    }

    private func wholeVerdict(on bytes: [UInt8], kind: DocumentKind?) -> Verdict {
        let recheck = repository.check(bytes, kind: kind, limits: JSONLimits(), work: work)
        var full = VersionSet.none
        if let document = recheck.document, let kind = recheck.kind {
            let support = repository.support(of: document, kind: kind, platform: calculation.platform, work: work)
            full = VersionSet(support.full)
        }
        return Verdict(errors: newErrors(of: recheck), full: full)
    }

    /// Returns the errors that the original document does not have, because the original's own errors are reported by
    /// its check.
    private func newErrors(of recheck: CheckedDocument) -> [Diagnostic] {
        var own = checked.isValid ? [] : checked.diagnostics.filter { $0.severity == .error }
        return recheck.diagnostics.filter { $0.severity == .error }.compactMap { diagnostic in
            if let known = own.firstIndex(where: { $0.code == diagnostic.code && $0.message == diagnostic.message }) {
                own.remove(at: known)
                return nil
            }
            var diagnostic = diagnostic
            // The position is one in the assembled text, but the reader of the error sees the original text.
            diagnostic.range = nil
            return diagnostic
        }
    }
}
