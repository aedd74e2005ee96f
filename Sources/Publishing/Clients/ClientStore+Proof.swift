package import JSONText
import PostgreSQL
import SchemaRepository

extension ClientStore {
    /// The standing of an edition that a feature's rule serves with the registered builds in its interval.
    package func proof(of edition: Edition, in rule: Rule, feature name: String) throws -> ProvenInterval {
        let feature = try pool.withConnection { try FeatureStore.feature(named: name, on: $0) }
        let single = Rule(
            platform: rule.platform, from: rule.from, until: rule.until, percent: rule.percent, revision: rule.revision,
            editions: [edition])
        return try proofs(of: [single], kind: feature?.kind ?? "").first
            ?? ProvenInterval(platform: rule.platform, interval: edition.range, proof: .claimed)
    }

    /// The standing of what a feature's rules serve with the registered builds: an interval for each edition of each
    /// rule, in their order.
    package func proofs(of rules: [Rule], kind: String, work: WorkBudget = .patient) throws -> [ProvenInterval] {
        try pool.withConnection { connection in
            let clients = try lists.clients(on: connection)
            let repository = clients.isEmpty ? nil : try schemaReleases.currentRepository(on: connection)?.repository
            let named = repository?.kind(named: kind)
            return try rules.flatMap { rule in
                try rule.editions.map { edition in
                    let given = clients.filter {
                        $0.registration.platform == rule.platform && edition.range.contains($0.registration.version)
                    }
                    var proof = EditionProof.claimed
                    if !given.isEmpty, let repository, let named,
                        let bytes = try ContentStore.bytes(of: [edition.hash], on: connection)[edition.hash],
                        let uses = repository.capabilityUses(ofEdition: bytes, kind: named, work: work)?.uses,
                        !uses.isIncomplete
                    {
                        proof = EditionProof(of: uses, with: given.map(\.capabilities))
                    }
                    return ProvenInterval(platform: rule.platform, interval: edition.range, proof: proof)
                }
            }
        }
    }
}
