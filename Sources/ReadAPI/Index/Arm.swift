/// An edition of a feature and the clients of one version that get it: those whose bucket is less than `below` and not
/// less than `below` of the arm before. A feature has several arms only during a partial rollout.
struct Arm: Sendable {
    /// The upper bound of its buckets (exclusive), 1 to 1,000; an arm with the bound 1,000 is also for clients without
    /// a bucket.
    let below: Int
    let edition: ServedEdition
}
