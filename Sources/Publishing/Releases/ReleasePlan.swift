/// The planned result of a release; nothing is written.
package struct ReleasePlan: Sendable, Hashable {
    package let kind: ReleaseKind
    /// The number it would get if it were committed next.
    package let number: Int
    /// The features in it after the release, in order of names.
    package let items: [ReleaseItem]
    /// The warnings; they do not prevent it.
    package let warnings: [ReleaseProblem]

    /// The standing of the editions that a publish makes with the registered builds, ascending.
    package let proofs: [ProvenInterval]

    /// The part of the recent fetches whose answer it changes; nil if it was not counted.
    package let reach: ReleaseReach?

    package init(
        kind: ReleaseKind, number: Int, items: [ReleaseItem], warnings: [ReleaseProblem], proofs: [ProvenInterval] = [],
        reach: ReleaseReach? = nil
    ) {
        self.kind = kind
        self.number = number
        self.items = items
        self.warnings = warnings
        self.proofs = proofs
        self.reach = reach
    }
}
