package import Foundation

/// A release or a dry run of one as JSON, for the command line and the management API.
package struct ReleaseAnswer: Sendable, Encodable {
    /// The number of the release; for a dry run, the number that the release would get now.
    package let release: Int
    package let kind: String
    /// True for a dry run; nil for a release.
    package let dryRun: Bool?
    package let features: [ReleaseItemAnswer]
    /// The warnings; nil for an earlier release, because warnings are not stored.
    package let warnings: [ReleaseProblem]?
    /// The recent fetches that would get another response; nil for a release.
    package let reach: ReleaseReach?
    /// Like `reach`, but after the last step of the rollout; nil without a rollout.
    package let finalReach: ReleaseReach?
    package let reason: String?
    package let author: String?
    package let createdAt: Date?

    /// Creates the answer for a release; `warnings` are those of the request that created it.
    package init(_ release: Release, warnings: [ReleaseProblem]?) {
        self.release = release.number
        kind = release.kind.rawValue
        dryRun = nil
        features = release.items.map(ReleaseItemAnswer.init)
        self.warnings = warnings
        (reach, finalReach) = (nil, nil)
        reason = release.reason
        author = release.author.name
        createdAt = release.createdAt
    }

    /// Creates the answer for a dry run.
    package init(_ plan: ReleasePlan) {
        release = plan.number
        kind = plan.kind.rawValue
        dryRun = true
        features = plan.items.map(ReleaseItemAnswer.init)
        warnings = plan.warnings
        (reach, finalReach) = (plan.reach, plan.finalReach)
        (reason, author, createdAt) = (nil, nil, nil)
    }
}

/// The state of one feature in a release.
package struct ReleaseItemAnswer: Sendable, Encodable {
    package let feature: String
    package let rules: [RuleAnswer]
    package let switchedOff: [String]

    package init(_ item: ReleaseItem) {
        feature = item.feature
        rules = item.rules.map(RuleAnswer.init)
        switchedOff = item.switchedOff
    }
}

/// The answer to a request that changed nothing, because the state is as requested since an earlier release.
package struct UnchangedAnswer: Sendable, Encodable {
    /// The release since which the state is as requested.
    package let release: Int
    package let unchanged = true
    package let because: String

    package init(release: Int, because: String) {
        self.release = release
        self.because = because
    }
}

/// A list of releases, newest first.
package struct ReleaseListAnswer: Sendable, Encodable {
    package let releases: [ReleaseLineAnswer]

    package init(_ releases: [Release]) { self.releases = releases.map(ReleaseLineAnswer.init) }
}

/// A release in a list.
package struct ReleaseLineAnswer: Sendable, Encodable {
    package let release: Int
    package let kind: String
    package let reason: String
    package let author: String
    package let createdAt: Date
    package let features: [String]

    package init(_ release: Release) {
        self.release = release.number
        kind = release.kind.rawValue
        reason = release.reason
        author = release.author.name
        createdAt = release.createdAt
        features = release.items.map(\.feature)
    }
}
