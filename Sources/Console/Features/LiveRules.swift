import Mustache
import Preview
import Publishing

/// The live rules of one feature in the features list.
struct LiveRules: Sendable, Hashable {
    static let template = "parts/live_rules"
    var rules: [Rule]
    /// The platforms on which it is switched off, if it is live on others.
    var off: [String]
    /// The words in place of the rules if nothing is live.
    var label: String?

    /// One live rule.
    struct Rule: Sendable, Hashable {
        var platform: String
        /// The color number of its revision.
        var tone: Int
        var revision: Int
        var range: String
        /// The share of clients if it is not 100 %.
        var share: String?
    }

    /// Creates the rules that clients get; platforms are shown by their titles.
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
    /// Renders the live rules of features; equal tables are rendered once, because many features of one page share
    /// them.
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
