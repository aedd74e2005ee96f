package import SchemaRepository

/// Which revision a range of client versions on one platform gets.
package struct Rule: Sendable, Hashable {
    package let platform: String
    /// Inclusive. Among the rules that contain a version, the one with the highest `from` is asked first.
    package let from: ClientVersion
    /// Exclusive; nil for no end.
    package let until: ClientVersion?
    /// 0 to 100: clients whose bucket is below it.
    package let percent: Int
    package let revision: Int
    /// Ascending; together exactly the rule's range.
    package let editions: [Edition]

    package init(
        platform: String, from: ClientVersion, until: ClientVersion?, percent: Int, revision: Int, editions: [Edition]
    ) {
        self.platform = platform
        self.from = from
        self.until = until
        self.percent = percent
        self.revision = revision
        self.editions = editions
    }

    /// The versions in its range.
    package var range: VersionInterval { VersionInterval(from: from, until: until) }

    /// What a version in its range gets.
    package func edition(for version: ClientVersion) -> Edition? {
        editions.last { $0.from <= version }.flatMap { $0.range.contains(version) ? $0 : nil }
    }
}
