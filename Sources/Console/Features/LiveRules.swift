import Mustache
import Preview
import Publishing

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
        var range: String
        /// The share of clients that get the revision, or a text for 0 % (test devices only); nil for 100 %.
        var share: String?
    }

    /// Creates the rules that apply, without those of switched-off platforms; `platforms` provides the titles.
    init(_ summary: FeatureSummary, platforms: [Platform]) {
        rules = summary.answering.map { rule in
            Rule(
                platform: platforms.title(of: rule.platform),
                tone: VersionMap.tone(of: rule.revision), revision: rule.revision,
                range: VersionRange.short(rule.from, rule.until),
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
