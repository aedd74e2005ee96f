import SchemaRepository

extension RuleTable {
    /// The rules with the editions that clients get: without the versions that other rules answer completely, and with
    /// one edition for neighbouring versions that get the same bytes.
    package var served: [Rule] {
        let bounds = rules.flatMap { rule in
            rule.editions.flatMap { [$0.from] + ($0.until.map { [$0] } ?? []) }
        }
        let starts = Set(bounds).sorted()
        let found = starts.map { answers(at: $0) }
        return rules.compactMap { rule in
            var editions: [Edition] = []
            for (index, start) in starts.enumerated() {
                guard let edition = found[index].first(where: { $0.rule == rule })?.edition else { continue }
                let until = index + 1 < starts.count ? starts[index + 1] : nil
                let isContinued = editions.last.map { $0.hash == edition.hash && $0.until == start } ?? false
                let first = isContinued ? editions.removeLast() : edition
                editions.append(
                    Edition(
                        from: isContinued ? first.from : start, until: until, hash: first.hash, size: first.size,
                        schemaRelease: first.schemaRelease, release: first.release))
            }
            guard !editions.isEmpty else { return nil }
            return Rule(
                platform: rule.platform, from: rule.from, until: rule.until, percent: rule.percent,
                revision: rule.revision, editions: editions)
        }
    }
}
