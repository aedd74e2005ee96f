import SchemaRepository

/// A revision of a feature, and the client versions of one platform that get it, at least for a share of the clients.
struct ServedRevision {
    let revision: Int
    let versions: VersionSet

    /// Returns the revisions that the rules of one platform serve, one for each rule that serves any version. `rules`:
    /// The rules in order of precedence; a rule that `isWhole` is for all clients of its range.
    static func all(
        by rules: [(revision: Int, range: VersionInterval, isWhole: Bool)]
    ) -> [ServedRevision] {
        var answered = VersionSet.none
        var served: [ServedRevision] = []
        for rule in rules {
            let left = answered.subtracted(from: rule.range)
            if !left.isEmpty { served.append(ServedRevision(revision: rule.revision, versions: left)) }
            if rule.isWhole { answered = answered.union(VersionSet([rule.range])) }
        }
        return served
    }
}
