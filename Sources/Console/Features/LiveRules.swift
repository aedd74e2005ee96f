import Mustache
import Preview
import Publishing
import SchemaRepository

/// The live rules of one feature in the list of features.
struct LiveRules: Sendable, Hashable {
    static let template = "parts/live_rules"
    /// The maximum number of listed rules. If more platforms have rules, one rule of each platform is listed.
    private static let limit = 6
    /// The maximum number of ranges listed for one rule.
    private static let maximumRanges = 3

    /// The listed rules: of each platform, those with the highest client versions.
    var rules: [Rule]
    /// The link to all rules; nil if all are listed.
    var more: More?
    /// The titles of the platforms on which the feature is switched off; the page shows them only beside live rules.
    var off: [String]
    /// The text in place of the rules if nothing is live.
    var label: String?

    /// One live rule.
    struct Rule: Sendable, Hashable {
        var platform: String
        /// The number of the revision's color, from 1 to 8.
        var tone: Int
        var revision: Int
        /// The client versions that get the revision, such as `5.2 → 6.0`; several ranges if a rule between them takes
        /// precedence. Ends with “…” if not all ranges are listed.
        var range: String
        /// The share of clients that get the revision, or a text for 0 % (test devices only); nil for 100 %.
        var share: String?
    }

    /// The number of rules that are not listed, and the feature's page, which lists all.
    struct More: Sendable, Hashable {
        var label: String
        var href: String
    }

    /// Creates the rules that clients get, without those of switched-off platforms; `platforms` provides the titles.
    init(_ summary: FeatureSummary, platforms: [Platform]) {
        let served = Self.served(summary.answering, on: platforms)
        let shown = Self.firstOfEach(served)
        if served.count > shown.count {
            more = More(
                label: Texts["features.more-rules", ["count": served.count - shown.count]],
                href: Paths.feature(summary.feature.name))
        }
        rules = shown.map { rule, ranges in
            let listed = ranges.prefix(Self.maximumRanges).map { VersionRange.short($0.from, $0.until) }
            return Rule(
                platform: platforms.title(of: rule.platform),
                tone: VersionMap.tone(of: rule.revision), revision: rule.revision,
                range: (listed + (ranges.count > listed.count ? ["…"] : [])).joined(separator: ", "),
                share: rule.percent.isEveryone
                    ? nil : rule.percent.tenths == 0 ? Texts["rollouts.devices"] : "\(rule.percent) %")
        }
        off = platforms.filter { summary.switchedOff.contains($0.name) }.map(\.title)
        guard rules.isEmpty else { return }
        label =
            switch summary.state {
            case .switchedOff: Texts["releases.switched-off"]
            case .archived: Texts["features.archived"]
            case .neverPublished, .nothingLive, .live, .partlySwitchedOff: Texts["common.nothing"]
            }
    }

    /// Returns the rules that clients get, each with the client versions that get its revision, in the order of the
    /// platforms; of each platform, the highest version first. A rule only for test devices (0 %) has its whole range.
    private static func served(
        _ rules: [Publishing.Rule], on platforms: [Platform]
    ) -> [(rule: Publishing.Rule, ranges: [VersionInterval])] {
        platforms.flatMap { platform in
            let table = RuleTable(rules, platform: platform.name)
            let served = table.served
            return table.rules.compactMap { rule -> (rule: Publishing.Rule, ranges: [VersionInterval])? in
                if rule.percent.tenths == 0 { return (rule, [rule.range]) }
                let own = served.first {
                    $0.range == rule.range && $0.revision == rule.revision && $0.percent == rule.percent
                }
                return own.map { (rule, VersionSet($0.editions.map(\.range)).intervals) }
            }
        }
    }

    /// Returns the first rules of each platform, in the same order: up to ``limit`` rules in all, shared evenly, and
    /// one of each platform at least.
    private static func firstOfEach(
        _ served: [(rule: Publishing.Rule, ranges: [VersionInterval])]
    ) -> [(rule: Publishing.Rule, ranges: [VersionInterval])] {
        var counts: [String: Int] = [:]
        let ranks = served.map { served in
            counts[served.rule.platform, default: 0] += 1
            return counts[served.rule.platform, default: 0]
        }
        var shown = Set<Int>()
        for index in ranks.indices.sorted(by: { (ranks[$0], $0) < (ranks[$1], $1) }) {
            guard ranks[index] == 1 || shown.count < limit else { break }
            shown.insert(index)
        }
        return served.indices.filter(shown.contains).map { served[$0] }
    }

    static let sample: LiveRules = {
        var live = LiveRules(.sample, platforms: [Platform(name: "ios", title: "iOS")])
        live.label = "nothing"
        live.off = ["Web"]
        live.rules[0].share = "1 %"
        live.more = More(label: "and 2 more rules", href: "/features/home.offers")
        return live
    }()
}

extension LiveRules: MustacheParent {
    func child(named property: String) -> Any? {
        switch property {
        case "rules": rules
        case "more": more
        case "off": off
        case "label": label
        default: nil
        }
    }
}

extension LiveRules.Rule: MustacheParent {
    func child(named property: String) -> Any? {
        switch property {
        case "platform": platform
        case "tone": tone
        case "revision": revision
        case "range": range
        case "share": share
        default: nil
        }
    }
}

extension LiveRules.More: MustacheParent {
    func child(named property: String) -> Any? {
        switch property {
        case "label": label
        case "href": href
        default: nil
        }
    }
}

extension PageRenderer {
    /// Renders the live rules of each feature, in the order of `summaries`. Equal rules are rendered only once, because
    /// many features on a page have equal rules.
    func liveRules(of summaries: [FeatureSummary], platforms: [Platform]) throws -> [Markup] {
        var drawn: [LiveRules: Markup] = [:]
        return try summaries.map { summary in
            let live = LiveRules(summary, platforms: platforms)
            if let known = drawn[live] { return known }
            let markup = Markup(html: try fragment(live, template: LiveRules.template))
            drawn[live] = markup
            return markup
        }
    }
}
