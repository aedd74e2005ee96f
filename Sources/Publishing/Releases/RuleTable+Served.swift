import SchemaRepository

extension RuleTable {
    /// The rules with the editions that clients get: without the versions that other rules serve to all clients, and
    /// with one edition for neighboring versions that get the same bytes. A rule that serves no bucket is left out.
    package var served: [Rule] {
        let pieces = VersionInterval.between(rules.flatMap(\.editions).flatMap(\.range.bounds))
        let found = pieces.map { answers(at: $0.from) }
        return rules.compactMap { rule in
            var editions: [Edition] = []
            for (piece, answers) in zip(pieces, found) {
                guard let edition = answers.first(where: { $0.rule == rule })?.edition else { continue }
                let isContinued = editions.last.map { $0.hash == edition.hash && $0.until == piece.from } ?? false
                let first = isContinued ? editions.removeLast() : edition
                editions.append(
                    Edition(
                        from: isContinued ? first.from : piece.from, until: piece.until, hash: first.hash,
                        size: first.size,
                        schemaRelease: first.schemaRelease, release: first.release))
            }
            guard !editions.isEmpty else { return nil }
            return Rule(
                platform: rule.platform, from: rule.from, until: rule.until, percent: rule.percent,
                revision: rule.revision, editions: editions, addedIn: rule.addedIn)
        }
    }
}
