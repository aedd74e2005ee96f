import SchemaRepository

/// A rule as JSON, for the command line and the management API.
package struct RuleAnswer: Sendable, Encodable {
    package let platform: String
    package let from: String
    package let until: String?
    package let percent: RolloutPercent
    package let revision: Int
    /// The editions of the rule's range, the lowest client versions first.
    package let editions: [EditionAnswer]

    package init(_ rule: Rule) {
        platform = rule.platform
        from = rule.from.text
        until = rule.until?.text
        percent = rule.percent
        revision = rule.revision
        editions = rule.editions.map(EditionAnswer.init)
    }
}

/// An edition as JSON.
package struct EditionAnswer: Sendable, Encodable {
    package let from: String
    package let until: String?
    /// The hexadecimal SHA-256 of the bytes.
    package let hash: String
    /// The size in bytes.
    package let size: Int
    /// The release since which these clients get these bytes.
    package let release: Int

    package init(_ edition: Edition) {
        from = edition.from.text
        until = edition.until?.text
        hash = edition.hash
        size = edition.size
        release = edition.release
    }
}
