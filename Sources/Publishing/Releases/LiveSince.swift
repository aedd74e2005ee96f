import SchemaRepository

/// Determines the release number (`Edition.release`) that clients get with the editions of a new rule table.
///
/// An edition usually keeps its number as long as its revision and its bytes stay the same. A client that gets another
/// revision or other bytes than before also gets a higher number: that of the new release or, if other clients got this
/// edition earlier, that of the earlier release. So the number never decreases for a client that keeps its version,
/// which lets clients reject replayed answers.
struct LiveSince {
    /// The new release.
    let release: Int
    /// The rules that applied before on the platform; empty if the feature was switched off there.
    let before: RuleTable
    let after: RuleTable

    /// Returns the rules of `after`, with editions split where the number differs.
    func rules() -> [Rule] {
        let bounds = (before.rules + after.rules).flatMap(\.editions).flatMap(\.range.bounds)
        return after.rules.map { rule in
            let editions = Self.joined(rule.editions).flatMap { split($0, at: bounds, of: rule) }
            return Rule(
                platform: rule.platform, from: rule.from, until: rule.until, percent: rule.percent,
                revision: rule.revision, editions: editions, addedIn: rule.addedIn ?? release)
        }
    }

    /// Merges neighboring editions with the same bytes.
    private static func joined(_ editions: [Edition]) -> [Edition] {
        editions.reduce(into: []) { joined, edition in
            guard let last = joined.last, last.hash == edition.hash, last.schemaRelease == edition.schemaRelease else {
                return joined.append(edition)
            }
            joined[joined.count - 1] = Edition(
                from: last.from, until: edition.until, hash: last.hash, size: last.size,
                schemaRelease: last.schemaRelease, release: last.release)
        }
    }

    /// Divides an edition of a rule at the versions where its number differs.
    private func split(_ edition: Edition, at bounds: [ClientVersion], of rule: Rule) -> [Edition] {
        var pieces: [Edition] = []
        for piece in edition.range.split(at: bounds) {
            let since = since(edition, of: rule, at: piece.from)
            if let last = pieces.last, last.release == since { pieces.removeLast() }
            let start = pieces.last.map { $0.until ?? piece.from } ?? edition.from
            pieces.append(
                Edition(
                    from: start, until: piece.until, hash: edition.hash, size: edition.size,
                    schemaRelease: edition.schemaRelease, release: since))
        }
        return pieces
    }

    /// Returns the number that clients of a version get with an edition of a rule.
    ///
    /// It is the highest number that clients of the version have got with the same revision and bytes, if two
    /// conditions are met: every client of the rule got something until now, and the clients that got another revision
    /// or other bytes had lower numbers. Otherwise it is the number of the new release.
    private func since(_ edition: Edition, of rule: Rule, at version: ClientVersion) -> Int {
        let own = after.answers(at: version).first { $0.rule == rule }
        guard let buckets = own?.buckets else {
            return release
        }
        let earlier = before.answers(at: version)
        func isSame(_ answer: RuleTable.Answer) -> Bool {
            answer.rule.revision == rule.revision && answer.edition.hash == edition.hash
        }
        guard let since = earlier.filter(isSame).map(\.edition.release).max() else { return release }
        let overlapping = earlier.filter { $0.buckets.overlaps(buckets) }
        // The answers cover the buckets from 0 without a gap, so the end of the last answer shows whether every client
        // had an answer.
        let allHadOne = earlier.last.map { $0.buckets.upperBound >= buckets.upperBound } ?? false
        // A client that got another revision or other bytes must get a higher number than before.
        let isAllowed = overlapping.allSatisfy { isSame($0) ? $0.edition.release <= since : $0.edition.release < since }
        return allHadOne && isAllowed ? since : release
    }
}
