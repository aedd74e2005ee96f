/// The planned result of a release; nothing is written.
package struct ReleasePlan: Sendable, Hashable {
    package let kind: ReleaseKind
    /// The number that the release would get if it were committed next.
    package let number: Int
    /// The features in the release, with their states after it, in order of names.
    package let items: [ReleaseItem]
    /// The features directly before the release, in the order of `items`, if it is planned for a later time: every
    /// scheduled release and rollout step that is due until then is included. Empty for a release now.
    package let moments: [FeatureMoment]
    /// The warnings; they do not prevent the release.
    package let warnings: [ReleaseProblem]

    /// The version intervals of the editions that a publish creates, each with the result of comparing the edition with
    /// the registered builds; in ascending order for each rule.
    package let proofs: [IntervalProof]

    /// The part of the recent fetches whose answer the release changes; nil if it was not counted.
    package let reach: ReleaseReach?
    /// The part of the recent fetches whose answer will have changed after the last step of the rollout; nil without a
    /// rollout.
    package let finalReach: ReleaseReach?

    package init(
        kind: ReleaseKind, number: Int, items: [ReleaseItem], moments: [FeatureMoment] = [],
        warnings: [ReleaseProblem], proofs: [IntervalProof] = [], reach: ReleaseReach? = nil,
        finalReach: ReleaseReach? = nil
    ) {
        self.kind = kind
        self.number = number
        self.items = items
        self.moments = moments
        self.warnings = warnings
        self.proofs = proofs
        self.reach = reach
        self.finalReach = finalReach
    }
}
