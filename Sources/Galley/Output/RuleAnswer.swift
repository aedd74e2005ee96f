import Publishing
import SchemaRepository

/// A rule in the command line's output.
struct RuleAnswer: Encodable {
    let platform: String
    let from: String
    let until: String?
    let percent: RolloutPercent
    let revision: Int
    /// The editions of its range, ascending.
    let editions: [EditionAnswer]

    init(_ rule: Rule) {
        platform = rule.platform
        from = rule.from.text
        until = rule.until?.text
        percent = rule.percent
        revision = rule.revision
        editions = rule.editions.map(EditionAnswer.init)
    }

    var line: String {
        let range = until.map { "from \(from) until \($0)" } ?? "from \(from)"
        return "  \(platform) \(range): revision \(revision)\(percent.isEveryone ? "" : " for \(percent) %")"
    }
}

/// An edition in the command line's output.
struct EditionAnswer: Encodable {
    let from: String
    let until: String?
    let hash: String
    let size: Int
    let release: Int

    init(_ edition: Edition) {
        from = edition.from.text
        until = edition.until?.text
        hash = edition.hash
        size = edition.size
        release = edition.release
    }
}
