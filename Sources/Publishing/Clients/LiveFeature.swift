/// A feature of which something is live.
struct LiveFeature: Sendable {
    let id: Int
    let name: String
    let kind: String
    let switchedOff: [String]
    /// The newest release with it.
    let release: Int
}
