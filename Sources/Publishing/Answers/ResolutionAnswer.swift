import SchemaRepository

/// The edition that a client gets as JSON, for the command line and the management API.
package struct ResolutionAnswer: Sendable, Encodable {
    package let release: Int
    package let revision: Int
    package let from: String
    package let until: String?
    package let percent: RolloutPercent
    package let hash: String
    package let because: String
    /// `claimed`, `proven` or `refused`.
    package let proof: String
    /// Sentences on the registered builds that cannot decode it.
    package let clients: [String]

    package init(
        _ edition: Edition, rule: Rule, because: String, proof: String, clients: [String]
    ) {
        release = edition.release
        revision = rule.revision
        from = rule.from.text
        until = rule.until?.text
        percent = rule.percent
        hash = edition.hash
        self.because = because
        self.proof = proof
        self.clients = clients
    }
}
