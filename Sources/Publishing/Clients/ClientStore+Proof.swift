package import JSONText
import PostgreSQL
import SchemaRepository

extension ClientStore {
    /// Returns the interval of an edition of a rule, and the proof that the registered builds in the interval can or
    /// cannot decode the edition.
    package func proof(of edition: Edition, in rule: Rule, feature name: String) throws -> IntervalProof {
        let feature = try pool.withConnection { try FeatureStore.feature(named: name, on: $0) }
        let single = Rule(
            platform: rule.platform, from: rule.from, until: rule.until, percent: rule.percent, revision: rule.revision,
            editions: [edition])
        return try proofs(of: [single], kind: feature?.kind ?? "").first
            ?? IntervalProof(
                platform: rule.platform, revision: rule.revision, interval: edition.range, proof: .claimed)
    }

    /// Returns the interval of each edition of each rule of a feature, in their order, and the proof that the
    /// registered builds in the interval can or cannot decode the edition. The proof is `claimed` if no such build is
    /// registered, if `work` does not suffice to compare the builds, or if the edition cannot be read with the current
    /// schemas.
    package func proofs(of rules: [Rule], kind: String, work: WorkBudget = .patient) throws -> [IntervalProof] {
        try pool.withConnection { connection in
            let clients = try lists.clients(on: connection)
            func intervalProof(_ rule: Rule, _ edition: Edition, _ proof: EditionProof) -> IntervalProof {
                IntervalProof(
                    platform: rule.platform, revision: rule.revision, interval: edition.range, proof: proof)
            }
            guard !clients.isEmpty, let repository = try schemaReleases.currentRepository(on: connection)?.repository
            else { return rules.flatMap { rule in rule.editions.map { intervalProof(rule, $0, .claimed) } } }
            func builds(_ rule: Rule, _ edition: Edition) -> [ClientCapabilities] {
                clients.filter {
                    $0.registration.platform == rule.platform && edition.range.contains($0.registration.version)
                }.map(\.capabilities)
            }
            let compared = rules.flatMap { rule in rule.editions.filter { !builds(rule, $0).isEmpty } }
            var uses = try EditionUses(of: compared.map(\.hash), by: repository, work: work, on: connection)
            return rules.flatMap { rule in
                rule.editions.map { edition in
                    let builds = builds(rule, edition)
                    guard !builds.isEmpty, let uses = uses.of(edition.hash, kind: kind), !uses.isIncomplete else {
                        return intervalProof(rule, edition, .claimed)
                    }
                    return intervalProof(rule, edition, EditionProof(of: uses, with: builds))
                }
            }
        }
    }
}
