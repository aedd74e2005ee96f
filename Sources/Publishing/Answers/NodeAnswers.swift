package import Foundation
import SchemaRepository

/// The counts of a feature's recent fetches as JSON, for the command line and the management API.
package struct ReadStatisticsAnswer: Sendable, Encodable {
    /// The fetches of one revision by the clients of one version on one platform.
    package struct Count: Sendable, Encodable {
        package let platform: String
        /// Nil for fetches that were counted without their version, because it is too long or the nodes count too many
        /// versions already.
        package let version: String?
        /// Nil for requests that no rule matched.
        package let revision: Int?
        package let fetches: Int

        init(_ count: ReadCount) {
            platform = count.platform
            version = count.version?.text
            revision = count.revision == 0 ? nil : count.revision
            fetches = count.fetches
        }
    }

    package let feature: String
    package let days: Int
    /// The fetches of the feature, without requests that no rule matched.
    package let fetches: Int
    /// The fetches of all features during these days, without requests that no rule matched.
    package let ofAll: Int
    package let counts: [Count]
    /// The requests that no rule matched.
    package let unmatched: [Count]
    /// The live revisions without counted fetches during these days.
    package let notFetched: [Int]

    package init(of feature: String, days: Int, counts: [ReadCount], ofAll: Int, live: [Rule]) {
        self.feature = feature
        self.days = days
        self.ofAll = ofAll
        self.counts = counts.filter { $0.revision > 0 }.map(Count.init)
        unmatched = counts.filter { $0.revision == 0 }.map(Count.init)
        fetches = self.counts.map(\.fetches).reduce(0, +)
        notFetched = Set(live.map(\.revision)).subtracting(counts.map(\.revision)).sorted()
    }
}

extension Stores {
    /// Returns the counts of a feature's fetches during the last `days` days, today included.
    package func statistics(
        of feature: String, days: Int = ReadStatisticStore.recentDays
    ) throws -> ReadStatisticsAnswer {
        ReadStatisticsAnswer(
            of: feature, days: days, counts: try readStatistics.counts(of: feature, days: days),
            ofAll: try readStatistics.total(days: days), live: try releases.live(of: feature)?.answering ?? [])
    }
}

/// The read and service processes that serve releases, as JSON.
package struct NodeListAnswer: Sendable, Encodable {
    package let nodes: [ReadNode]
    /// The number of the newest release, which every node should serve.
    package let release: Int

    package init(_ nodes: [ReadNode], release: Int) {
        self.nodes = nodes
        self.release = release
    }
}

/// A preview link or a device token as JSON.
package struct SharedLinkAnswer: Sendable, Encodable {
    package let id: Int
    package let kind: SharedLink.Kind
    package let feature: String
    /// Nil for a document that is not saved as a revision.
    package let revision: Int?
    package let state: SharedLink.State
    package let expiresAt: Date
    package let createdAt: Date
    package let author: String
    /// The secret of a new device token; nil in all other answers.
    package let token: String?

    package init(_ link: SharedLink, token: String? = nil) {
        id = link.id
        kind = link.kind
        feature = link.feature
        revision = link.revision
        state = link.state
        expiresAt = link.expiresAt
        createdAt = link.createdAt
        author = link.author.name
        self.token = token
    }
}

/// A list of preview links and device tokens as JSON.
package struct SharedLinkListAnswer: Sendable, Encodable {
    package let links: [SharedLinkAnswer]

    package init(_ links: [SharedLink]) { self.links = links.map { SharedLinkAnswer($0) } }
}
