import Publishing
import SchemaRepository

/// Two revisions of which clients get the second one instead of the first after a release.
struct RevisionChange: Hashable {
    let old: Int
    let new: Int

    /// Returns the distinct changes for clients who get one revision before a release and another one after it. They
    /// are in the order of `platforms`; for one platform, the newest versions come first, and for one version, the
    /// changes for the most clients. Platforms that are switched off before or after the release are left out.
    static func between(_ before: LiveTable, _ after: LiveTable, platforms: [Platform]) -> [RevisionChange] {
        let starts = before.breakpoints(and: after).reversed()
        return platforms.flatMap { platform -> [RevisionChange] in
            guard !before.switchedOff.contains(platform.name), !after.switchedOff.contains(platform.name) else {
                return []
            }
            let tables = [before, after].map { RuleTable($0.rules, platform: platform.name) }
            return starts.flatMap { start in changes(from: tables[0], to: tables[1], at: start) }
        }.uniqued
    }

    private static func changes(from before: RuleTable, to after: RuleTable, at version: ClientVersion)
        -> [RevisionChange]
    {
        let new = after.answers(at: version)
        let pairs = before.answers(at: version).flatMap { old in
            new.map { (old, $0, clients: old.buckets.clamped(to: $0.buckets).count) }
        }
        return pairs.filter { $0.clients > 0 && $0.0.rule.revision != $0.1.rule.revision }
            .sorted { $0.clients > $1.clients }
            .map { RevisionChange(old: $0.0.rule.revision, new: $0.1.rule.revision) }
    }
}

extension LiveTable {
    /// Returns the table with rules added as if they were published for 100 % of their clients, as after the last step
    /// of a rollout.
    func publishing(_ rules: [RuleRequest]) -> LiveTable {
        let added = rules.map { rule in
            Rule(
                platform: rule.platform, from: rule.from, until: rule.until, percent: .everyone,
                revision: rule.revision,
                editions: [
                    Edition(from: rule.from, until: rule.until, hash: "", size: 0, schemaRelease: 0, release: 0)
                ])
        }
        let platforms = Set(rules.map(\.platform))
        return LiveTable(rules: added + self.rules, switchedOff: switchedOff.filter { !platforms.contains($0) })
    }
}
