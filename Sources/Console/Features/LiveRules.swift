import Mustache
import Preview
import Publishing
import SchemaRepository

/// The live rules of one feature in the list of features.
struct LiveRules: Sendable, Hashable {
    static let template = "parts/live_rules"
    var rules: [Rule]
    /// The titles of the platforms on which the feature is switched off, which the page shows only beside live rules.
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
        /// precedence.
        var range: String
        /// The share of clients that get the revision, or a text for 0 % (test devices only); nil for 100 %.
        var share: String?
    }

    /// Creates the rules that clients get, without those of switched-off platforms; `platforms` provides the titles.
    init(_ summary: FeatureSummary, platforms: [Platform]) {
        rules = Self.served(summary.answering, on: platforms).map { rule, ranges in
            Rule(
                platform: platforms.title(of: rule.platform),
                tone: VersionMap.tone(of: rule.revision), revision: rule.revision,
                range: ranges.map { VersionRange.short($0.from, $0.until) }.joined(separator: ", "),
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
    /// platforms; of each platform, the highest version first. A rule for test devices only keeps its whole range.
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

    static let sample: LiveRules = {
        var live = LiveRules(.sample, platforms: [Platform(name: "ios", title: "iOS")])
        live.label = "nothing"
        live.off = ["Web"]
        live.rules[0].share = "1 %"
        return live
    }()
}

extension LiveRules: MustacheParent {
    func child(named property: String) -> Any? {
        switch property {
        case "rules": rules
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

extension PageRenderer {
    /// Renders the live rules of features, in the same order. Equal rules are rendered only once, because many features
    /// on a page have equal ones.
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
