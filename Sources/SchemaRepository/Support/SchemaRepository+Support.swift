import JSONSchema
package import JSONText

extension SchemaRepository {
    /// The greatest number of reasons in an answer.
    static let maximumReasons = 1_000

    /// The client versions of a platform that can show a document; none where finding out takes too long.
    ///
    /// Of a document that is not valid, what can be computed: a part that no schema fits demands nothing, and is named.
    package func support(
        of document: JSONDocument, kind: DocumentKind, platform: String, isValid: Bool = true,
        work: WorkBudget = WorkBudget()
    ) -> Support {
        guard let annotated = schemas.annotated(kind.id) else { return .unknown }
        let marks = annotated.demands
        let tree = DemandTree(
            of: document.root, by: annotated.schema.root, marks: marks, isValid: isValid, work: work)
        var calculation = SupportCalculation(
            platform: platform, document: document, tree: tree, marks: marks, work: work)
        return calculation.support(within: work)
    }

    /// The client versions of a platform that can show all of a valid document, without the reasons of the others.
    func versionsShowingAll(
        of document: JSONDocument, kind: DocumentKind, platform: String, work: WorkBudget
    ) -> VersionSet {
        guard let annotated = schemas.annotated(kind.id) else { return .none }
        let marks = annotated.demands
        let tree = DemandTree(of: document.root, by: annotated.schema.root, marks: marks, work: work)
        var calculation = SupportCalculation(
            platform: platform, document: document, tree: tree, marks: marks, tellsReasons: false, work: work)
        let full = calculation.support().full
        return work.isSpent ? .none : full
    }
}

extension SupportCalculation {
    /// The support with its reasons in order, and what could not be computed; of no version where the work is over.
    mutating func support(within work: WorkBudget) -> Support {
        let result = support()
        // The parts that were not looked at may demand more: no client is promised anything.
        guard !work.isSpent else { return .givenUp }
        return Support(
            full: result.full.intervals, degraded: result.present.intervals,
            reasons: Array(Self.sorted(result.reasons).prefix(SchemaRepository.maximumReasons)),
            undecided: tree.undecided.map { .undecided($0, in: document) }, bounds: bounds.versions)
    }

    /// Sorts reasons by version (those that no version meets last), then in the order of the text, and removes
    /// repetitions.
    private static func sorted(_ reasons: [Reason]) -> [Reason] {
        var seen: Set<Reason> = []
        return reasons.filter { reason in
            var bare = reason
            bare.escapes = []
            return seen.insert(bare).inserted
        }.byVersion { ($0.range?.start.offset ?? 0) < ($1.range?.start.offset ?? 0) }
    }
}

extension Diagnostic {
    /// A part whose demands cannot be told, as nobody knows which of several forms it is meant to have.
    fileprivate static func undecided(_ value: JSONValue, in document: JSONDocument) -> Diagnostic {
        Diagnostic(
            severity: .warning, code: "document.undecided",
            message: "The versions that can show this are not known until its errors are mended",
            pointer: value.pointer,
            range: document.range(of: value))
    }

    /// Support that takes too long to compute.
    fileprivate static let givenUp = Diagnostic(
        severity: .error, code: "document.tooCostly",
        message: "Finding the versions that can show this takes too long; it was given up", pointer: JSONPointer())
}

extension Support {
    /// Support of a document that nothing is known of.
    static let unknown = Support(full: [], degraded: [], reasons: [])

    /// Support that takes too long to compute.
    static let givenUp = Support(full: [], degraded: [], reasons: [], undecided: [.givenUp])
}
