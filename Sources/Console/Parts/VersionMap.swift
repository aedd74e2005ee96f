import Mustache
import Publishing
import SchemaRepository

/// The results for clients by platform and client version, as a table of bars. A bar's color depends on its revision:
/// eight colors, in rotation.
struct VersionMap: Sendable {
    var caption: String
    /// The first version of each column.
    var columns: [String]
    var rows: [Row]

    /// The row of a platform.
    struct Row: Sendable {
        var platform: String
        var segments: [Segment]
    }

    /// A bar: a revision, nothing, or a switched-off platform.
    struct Segment: Sendable {
        var span: Int
        var isLive: Bool
        var isNone: Bool
        var isOff: Bool
        var tone: Int
        var label: String
        var range: String
        var href: String
        var title: String
        /// The rollout percentage of the revision; nil for 100 %.
        var share: String?
        /// The revisions for the remaining clients, such as `r1`; nil if there are none.
        var others: String?
        /// The result of checking if registered builds can decode the edition; nil if that was not checked.
        var proof: ProofBadge?
        /// The share of these versions in the platform's recent fetches; nil if the platform had none. If these clients
        /// get nothing and have fetched nothing, the number of their requests; nil if there were none.
        var fetches: String?
    }

    /// Creates the map of a table. Two maps with the same `columns` align; without `columns`, a column begins at each
    /// breakpoint. If several proofs match a bar's platform, revision and first version, the bar shows the first.
    init(
        _ table: LiveTable, feature: String, platforms: [Platform], caption: String,
        columns starts: [ClientVersion]? = nil, proofs: [IntervalProof] = [], counts: [ReadCount] = []
    ) {
        let starts = starts ?? table.breakpoints
        self.caption = caption
        columns = starts.map(\.text)
        rows = platforms.map { platform in
            Row(
                platform: platform.title,
                segments: table.runs(on: platform.name, over: starts).map { run in
                    let proof = proofs.first {
                        $0.platform == platform.name && $0.revision == run.value.number
                            && $0.interval.contains(run.from)
                    }
                    var segment = Segment(run, feature: feature, proof: proof.map(ProofBadge.init))
                    segment.fetches = Self.fetches(of: run, on: platform, counts)
                    return segment
                })
        }
    }

    /// Returns the share of a range of versions in the platform's fetches; nil if none were counted on the platform. If
    /// clients get nothing and have fetched nothing, returns the number of their requests, which no rule matched; nil
    /// if there were none.
    private static func fetches(
        of run: VersionRun<LiveTable.Outcome>, on platform: Platform, _ counts: [ReadCount]
    ) -> String? {
        let known = counts.filter { $0.platform == platform.name && $0.version != nil }
        let all = known.filter { $0.revision > 0 }.map(\.fetches).reduce(0, +)
        let range = VersionInterval(from: run.from, until: run.until)
        let inRange = known.filter { $0.version.map(range.contains) ?? false }
        let part = inRange.filter { $0.revision > 0 }.map(\.fetches).reduce(0, +)
        if run.value == .nothing, part == 0 {
            let requests = inRange.map(\.fetches).reduce(0, +)
            return requests > 0 ? Texts["reads.requests", ["count": requests]] : nil
        }
        guard all > 0 else { return nil }
        return Texts["reads.share-on-platform", ["share": Words.share(part, of: all), "platform": platform.title]]
    }

    /// Returns the number of a revision's color, from 1 to 8 in rotation.
    static func tone(of revision: Int) -> Int { (revision - 1) % 8 + 1 }

    static let sample = VersionMap(
        .sample, feature: "home.offers",
        platforms: [Platform(name: "ios", title: "iOS"), Platform(name: "web", title: "Web")],
        caption: "What clients get",
        proofs: LiveTable.sample.rules.flatMap { rule in
            rule.editions.map {
                IntervalProof(
                    platform: rule.platform, revision: rule.revision, interval: $0.range, proof: .claimed)
            }
        },
        counts: [
            ReadCount(feature: "home.offers", platform: "ios", version: .zero, revision: 1, fetches: 3)
        ])
}

extension VersionMap.Segment {
    init(_ run: VersionRun<LiveTable.Outcome>, feature: String, proof: ProofBadge? = nil) {
        var revision = 0
        var percent = RolloutPercent.everyone
        var others: [LiveTable.Portion] = []
        if case .revision(let number, let share, _, let rest) = run.value {
            (revision, percent, others) = (number, share, rest)
        }
        self.init(
            span: run.span, isLive: revision > 0, isNone: run.value == .nothing, isOff: run.value == .off,
            tone: VersionMap.tone(of: max(revision, 1)),
            label: revision > 0
                ? "r\(revision)" : run.value == .off ? Texts["releases.switched-off"] : Texts["common.nothing"],
            range: run.range, href: revision > 0 ? Paths.revision(of: feature, revision) : "",
            title: Texts[
                "releases.clients", ["versions": VersionRange.words(run.from, run.until), "outcome": run.value.words]],
            share: percent.isEveryone ? nil : "\(percent) %",
            others: others.map { "r\($0.revision)" }.joined(separator: " · ").nonEmpty,
            proof: revision > 0 ? proof : nil)
    }
}

extension LiveTable {
    static var sample: LiveTable {
        let versions = ["0", "6.0", "7.0"].compactMap { try? ClientVersion($0) }
        guard versions.count == 3 else { return LiveTable() }
        func rule(_ from: Int, _ until: Int?, _ revision: Int, _ percent: RolloutPercent) -> Rule {
            let edition = Edition(
                from: versions[from], until: until.map { versions[$0] }, hash: "h\(revision)", size: 10,
                schemaRelease: 1, release: revision)
            return Rule(
                platform: "ios", from: edition.from, until: edition.until, percent: percent, revision: revision,
                editions: [edition])
        }
        return LiveTable(rules: [rule(1, nil, 2, 100), rule(0, 1, 1, 25), rule(0, 1, 3, 100)], switchedOff: ["web"])
    }
}

extension VersionMap.Segment: MustacheParent {
    func child(named property: String) -> Any? {
        switch property {
        case "span": span
        case "isLive": isLive
        case "isNone": isNone
        case "isOff": isOff
        case "tone": tone
        case "label": label
        case "range": range
        case "href": href
        case "title": title
        case "share": share
        case "others": others
        case "proof": proof
        case "fetches": fetches
        default: nil
        }
    }
}
