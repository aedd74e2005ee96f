import Foundation
import Mustache
import Publishing

/// All features.
struct FeatureIndexPage: Page {
    static let template = "features/index"
    var chrome: Chrome
    var query: String
    var count: String
    var mayCreate: Bool
    /// There is no feature at all.
    var isEmpty: Bool
    var isNothingFound: Bool
    var hasRows: Bool
    var rows: [FeatureRow]

    init(chrome: Chrome, query: String, mayCreate: Bool, rows: [FeatureRow]) {
        self.chrome = chrome
        self.query = query
        self.mayCreate = mayCreate
        self.rows = rows
        count = Words.count(rows.count, "feature")
        isEmpty = rows.isEmpty && query.isEmpty
        isNothingFound = rows.isEmpty && !query.isEmpty
        hasRows = !rows.isEmpty
    }

    static let sample = FeatureIndexPage(chrome: .sample, query: "home", mayCreate: true, rows: [.sample])
}

/// A feature in the table.
struct FeatureRow: Sendable {
    var name: String
    var href: String
    var kind: String
    var hasLive: Bool
    /// What stands there when nothing is live.
    var liveLabel: String
    var lives: [Live]
    var newest: String
    var lastRelease: LastRelease?

    /// A live rule.
    struct Live: Sendable {
        var platform: String
        var tone: Int
        var revision: Int
        var range: String
    }

    /// The newest release of a feature.
    struct LastRelease: Sendable {
        var number: Int
        var when: When
    }

    /// The row of a feature; platforms are called by their titles.
    init(_ summary: FeatureSummary, kind: String, platforms: [String: String], clock: Clock) {
        name = summary.feature.name
        href = Paths.feature(name)
        self.kind = kind
        lives = summary.answering.map {
            Live(
                platform: platforms[$0.platform] ?? $0.platform, tone: VersionMap.tone(of: $0.revision),
                revision: $0.revision, range: VersionRange.short($0.from, $0.until))
        }
        hasLive = !lives.isEmpty
        liveLabel = summary.state == .switchedOff ? "Switched off" : "Nothing"
        newest =
            summary.headRevision == 0
            ? "None yet" : "r\(summary.headRevision)" + (summary.headIsValid ? "" : ", not valid")
        if let number = summary.feature.liveRelease, let at = summary.lastReleaseAt {
            lastRelease = LastRelease(number: number, when: clock.when(at))
        }
    }

    static let sample = FeatureRow(
        FeatureSummary(
            feature: Feature(
                id: 1, name: "home.offers", kind: "/screens/Screen", liveRelease: 4, author: .operator,
                createdAt: Date(timeIntervalSince1970: 1_790_000_000)),
            headRevision: 2, headIsValid: true, headSavedAt: nil, rules: LiveTable.sample.rules, switchedOff: [],
            lastReleaseAt: Date(timeIntervalSince1970: 1_790_000_000)),
        kind: "Screen", platforms: ["ios": "iOS"], clock: Clock(now: Date(timeIntervalSince1970: 1_790_000_300)))
}

extension FeatureRow: MustacheParent {
    func child(named property: String) -> Any? {
        switch property {
        case "name": name
        case "href": href
        case "kind": kind
        case "hasLive": hasLive
        case "liveLabel": liveLabel
        case "lives": lives
        case "newest": newest
        case "lastRelease": lastRelease
        default: nil
        }
    }
}

extension FeatureRow.Live: MustacheParent {
    func child(named property: String) -> Any? {
        switch property {
        case "platform": platform
        case "tone": tone
        case "revision": revision
        case "range": range
        default: nil
        }
    }
}

extension FeatureRow.LastRelease: MustacheParent {
    func child(named property: String) -> Any? {
        switch property {
        case "number": number
        case "when": when
        default: nil
        }
    }
}
