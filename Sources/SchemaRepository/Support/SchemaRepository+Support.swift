import JSONSchema
package import JSONText

extension SchemaRepository {
    /// The maximum number of reasons in a result.
    static let maximumReasons = 1_000

    /// Returns the client versions of a platform that can show a document; none if `work` is used up before the result
    /// is known.
    ///
    /// Accepts an invalid document too (`isValid` false): a part that matches no branch of a union makes no demand and
    /// is reported in `undecided`.
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
}

extension SupportCalculation {
    /// Returns the support with sorted reasons and with the parts whose demands are unknown; without any version if the
    /// work is used up.
    mutating func support(within work: WorkBudget) -> Support {
        let result = support()
        // Parts that were not examined may demand more, so no version is certain to show the document.
        guard !work.isSpent else { return .givenUp }
        return Support(
            full: versions.sets[result.full].intervals, degraded: versions.sets[result.present].intervals,
            reasons: Array(Self.sorted(result.reasons).prefix(SchemaRepository.maximumReasons)),
            undecided: tree.undecided.map { .undecided($0, in: document) }, bounds: bounds)
    }

    /// Sorts reasons by version (those that no version meets last), then in text order. Of reasons that differ only in
    /// their replacements, only the first is kept.
    private static func sorted(_ reasons: [Reason]) -> [Reason] {
        var seen: Set<Reason> = []
        return reasons.filter { reason in
            var bare = reason
            bare.replacements = []
            return seen.insert(bare).inserted
        }.byVersion { ($0.range?.start.offset ?? 0) < ($1.range?.start.offset ?? 0) }
    }
}

extension Diagnostic {
    /// Reports a part whose demands are unknown because it is not clear which of several schemas applies to it.
    fileprivate static func undecided(_ value: JSONValue, in document: JSONDocument) -> Diagnostic {
        Diagnostic(
            severity: .warning, code: "document.undecided",
            message: "The versions that can show this value are unknown until its errors are corrected",
            pointer: value.pointer,
            range: document.range(of: value))
    }

    /// The diagnostic for support that takes too long to compute.
    fileprivate static let givenUp = Diagnostic(
        severity: .error, code: "document.tooCostly",
        message: "Finding the versions that can show the document takes too long, so the search was stopped",
        pointer: JSONPointer())
}

extension Support {
    /// The support of a document without a known schema.
    static let unknown = Support(full: [], degraded: [], reasons: [])

    /// The support if computing it takes too long.
    static let givenUp = Support(full: [], degraded: [], reasons: [], undecided: [.givenUp])
}
