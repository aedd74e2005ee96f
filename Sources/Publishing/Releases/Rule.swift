package import SchemaRepository

/// A rule that serves a revision to a range of client versions on one platform.
package struct Rule: Sendable, Hashable {
    package let platform: String
    /// The first client version (inclusive). Of the rules that contain a version, the one with the highest `from`
    /// precedes the others.
    package let from: ClientVersion
    /// The client version at which the range ends (exclusive); nil if it has no end.
    package let until: ClientVersion?
    /// The share of clients that get the revision.
    package let percent: RolloutPercent
    package let revision: Int
    /// The editions in ascending order; together they cover exactly the rule's range.
    package let editions: [Edition]

    package init(
        platform: String, from: ClientVersion, until: ClientVersion?, percent: RolloutPercent, revision: Int,
        editions: [Edition]
    ) {
        self.platform = platform
        self.from = from
        self.until = until
        self.percent = percent
        self.revision = revision
        self.editions = editions
    }

    /// The version range.
    package var range: VersionInterval { VersionInterval(from: from, until: until) }

    /// Returns the edition for a version, or nil outside the range.
    package func edition(for version: ClientVersion) -> Edition? {
        editions.last { $0.from <= version }.flatMap { $0.range.contains(version) ? $0 : nil }
    }
}
