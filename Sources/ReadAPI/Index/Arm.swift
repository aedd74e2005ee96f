/// An edition for the clients of one version whose bucket is below a number and not below that of an earlier arm.
struct Arm: Sendable {
    /// The end of its buckets, 1 to 1,000; the arm that ends at 1,000 is also for clients without a bucket.
    let below: Int
    let edition: ServedEdition
}
