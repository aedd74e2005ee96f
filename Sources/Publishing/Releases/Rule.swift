package import SchemaRepository

/// A rule that serves a revision to a range of client versions on one platform.
///
/// Rules that differ only in the release that published them are equal: clients get the same from them.
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
    /// The release that published the rule. Later releases that keep the rule, and rollbacks that serve it again, do
    /// not change the number. Nil for a rule that is not released yet, and in read nodes, which do not know the number.
    package let addedIn: Int?

    package init(
        platform: String, from: ClientVersion, until: ClientVersion?, percent: RolloutPercent, revision: Int,
        editions: [Edition]
    ) {
        self.init(
            platform: platform, from: from, until: until, percent: percent, revision: revision, editions: editions,
            addedIn: nil)
    }

    init(
        platform: String, from: ClientVersion, until: ClientVersion?, percent: RolloutPercent, revision: Int,
        editions: [Edition], addedIn: Int?
    ) {
        self.platform = platform
        self.from = from
        self.until = until
        self.percent = percent
        self.revision = revision
        self.editions = editions
        self.addedIn = addedIn
    }

    package static func == (left: Rule, right: Rule) -> Bool {
        left.platform == right.platform && left.range == right.range && left.percent == right.percent
            && left.revision == right.revision && left.editions == right.editions
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(platform)
        hasher.combine(range)
        hasher.combine(percent)
        hasher.combine(revision)
        hasher.combine(editions)
    }

    /// The version range.
    package var range: VersionInterval { VersionInterval(from: from, until: until) }

    /// Returns the edition for a version, or nil outside the range.
    package func edition(for version: ClientVersion) -> Edition? {
        editions.last { $0.from <= version }.flatMap { $0.range.contains(version) ? $0 : nil }
    }
}
