package import Foundation

/// A list of features as JSON, for the command line and the management API.
package struct FeatureListAnswer: Sendable, Encodable {
    package let features: [FeatureAnswer]
    package let offset: Int
    /// The total number of matching features.
    package let total: Int

    package init(_ list: FeatureList, offset: Int) {
        features = list.features.map { FeatureAnswer($0) }
        self.offset = offset
        total = list.total
    }
}

/// A feature and its live state.
package struct FeatureAnswer: Sendable, Encodable {
    package let name: String
    package let kind: String
    /// The number of the newest revision; 0 before the first.
    package let revision: Int
    /// True if the newest revision is valid, or if there is none.
    package let valid: Bool
    /// The newest release that contains the feature; nil before the first.
    package let release: Int?
    package let state: LiveState
    /// The rules that apply to clients; none on a switched-off platform.
    package let live: [RuleAnswer]
    package let switchedOff: [String]
    package let owner: String
    package let tags: [String]
    /// Nil if the feature is not archived.
    package let archive: ArchiveAnswer?
    /// The times for which caches may serve the feature's responses.
    package let cacheTime: CacheTime
    /// The warnings of a renaming; nil in answers to other requests.
    package let warnings: [ReleaseProblem]?

    package init(_ summary: FeatureSummary, warnings: [ReleaseProblem]? = nil) {
        self.warnings = warnings
        name = summary.feature.name
        kind = summary.feature.kind
        revision = summary.headRevision
        valid = summary.headIsValid
        release = summary.feature.liveRelease
        state = summary.state
        live = summary.answering.map(RuleAnswer.init)
        switchedOff = summary.switchedOff
        owner = summary.labels.owner
        tags = summary.labels.tags
        archive = summary.archive.map(ArchiveAnswer.init)
        cacheTime = summary.cacheTime
    }
}

/// The archiving of a feature.
package struct ArchiveAnswer: Sendable, Encodable {
    package let reason: String
    package let author: String
    package let createdAt: Date

    init(_ archive: FeatureArchive) {
        reason = archive.reason
        author = archive.author.name
        createdAt = archive.createdAt
    }
}

/// A feature with its revisions, newest first, its former names, and the live and newest revisions of other features
/// that refer to it.
package struct FeatureDetailAnswer: Sendable, Encodable {
    package let feature: FeatureAnswer
    package let revisions: [RevisionAnswer]
    package let usedBy: [FeatureUseAnswer]
    package let formerNames: [FormerNameAnswer]

    package init(_ summary: FeatureSummary, revisions: [Revision], uses: [FeatureUse], formerNames: [FormerName]) {
        feature = FeatureAnswer(summary)
        self.revisions = revisions.map(RevisionAnswer.init)
        usedBy = uses.map(FeatureUseAnswer.init)
        self.formerNames = formerNames.map(FormerNameAnswer.init)
    }
}

/// A former name of a feature, under which clients still get the feature until the end of a grace period.
package struct FormerNameAnswer: Sendable, Encodable {
    package let name: String
    package let until: Date

    init(_ former: FormerName) {
        name = former.name
        until = former.until
    }
}

/// A revision that refers to a feature, with the place of the reference: a JSON Pointer and a line, from 1.
package struct FeatureUseAnswer: Sendable, Encodable {
    package let feature: String
    package let revision: Int
    package let live: Bool
    package let newest: Bool
    package let pointer: String
    package let line: Int

    package init(_ use: FeatureUse) {
        feature = use.feature
        revision = use.revision
        live = use.isLive
        newest = use.isNewest
        pointer = use.pointer
        line = use.line
    }
}
