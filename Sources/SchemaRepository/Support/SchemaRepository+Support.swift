import JSONSchema
package import JSONText

extension SchemaRepository {
    /// The greatest number of reasons in an answer.
    static let maximumReasons = 1_000

    /// Returns the client versions of a platform that can show a valid document; none if `work` is used up before the
    /// answer is known.
    package func support(
        of document: JSONDocument, kind: DocumentKind, platform: String, work: WorkBudget = WorkBudget()
    ) -> Support {
        guard let annotated = schemas.annotated(kind.id) else { return Support(full: [], degraded: [], reasons: []) }
        let calculation = SupportCalculation(
            platform: platform, document: document, marks: annotated.demands, work: work)
        var result = calculation.support(of: document.root, by: annotated.schema.root)
        result.require(document.root)
        // Parts that were not examined may demand more, so no version can be promised.
        guard !work.isSpent else { return Support(full: [], degraded: [], reasons: []) }
        return Support(
            full: result.full.intervals, degraded: result.present.intervals,
            reasons: Array(Self.sorted(result.reasons).prefix(Self.maximumReasons)),
            bounds: calculation.bounds.versions)
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
