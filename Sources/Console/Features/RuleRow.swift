import Publishing
import SchemaRepository

/// A rule in the list on a feature's page.
struct RuleRow: Sendable {
    var platform: String
    var range: String
    /// The revision and, unless the share is 100 %, the share of clients that get the revision.
    var what: String
    /// The address of the page that removes the rule; nil if the signed-in person may not remove it.
    var removeHref: String?
    /// The accessible name of the link, which names the rule.
    var removeLabel: String

    init(_ rule: Rule, of feature: String, platforms: [Platform], mayRemove: Bool) {
        platform = platforms.title(of: rule.platform)
        range = VersionRange.short(rule.from, rule.until)
        what = LiveTable.Portion(revision: rule.revision, percent: rule.percent, hash: "").words
        let removal = RemovalRequest(
            feature: feature, platform: rule.platform, from: rule.from, revision: rule.revision)
        removeHref = mayRemove ? Paths.newRemoval(removal) : nil
        removeLabel =
            Texts[
                "removals.remove-rule", ["platform": platform, "from": rule.from, "revision": rule.revision]]
    }

    static var sample: [RuleRow] {
        LiveTable.sample.rules.map {
            RuleRow($0, of: "home.offers", platforms: [Platform(name: "ios", title: "iOS")], mayRemove: true)
        }
    }
}
