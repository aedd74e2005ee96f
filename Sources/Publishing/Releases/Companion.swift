import SchemaRepository

/// A rule that becomes live together with others of its platform, in the same release.
struct Companion {
    let feature: String
    let revision: Int
    let range: VersionInterval
    /// True if all clients of the range get it.
    let isWhole: Bool
    /// True if the live rules that start at the same version stay behind it instead of being replaced.
    let keepsOthers: Bool
}
