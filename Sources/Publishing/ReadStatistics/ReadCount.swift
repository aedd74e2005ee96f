package import SchemaRepository

/// The number of fetches of one revision by the clients of one version on one platform.
package struct ReadCount: Sendable, Hashable {
    /// The maximum length in bytes of a version that the table of the counts stores.
    package static let versionLimit = 300

    package let feature: String
    package let platform: String
    /// Nil for fetches that were counted without their version, because it is too long or the nodes count too many
    /// versions already.
    package let version: ClientVersion?
    /// The revision that was served; 0 for requests that no rule matched.
    package let revision: Int
    package var fetches: Int

    package init(feature: String, platform: String, version: ClientVersion?, revision: Int, fetches: Int) {
        self.feature = feature
        self.platform = platform
        self.version = version
        self.revision = revision
        self.fetches = fetches
    }
}
