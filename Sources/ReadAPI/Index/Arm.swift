/// An edition for those clients of one version whose bucket is below `below` and not below that of an earlier arm.
struct Arm: Sendable {
    /// The upper bound of its buckets (exclusive), 1 to 1,000; an arm with the bound 1,000 is also for clients without
    /// a bucket.
    let below: Int
    let edition: ServedEdition
}
