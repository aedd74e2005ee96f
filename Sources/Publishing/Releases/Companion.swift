import SchemaRepository

/// A rule that becomes live together with others of its platform, in the same release.
struct Companion {
    let feature: String
    let revision: Int
    let range: VersionInterval
}
