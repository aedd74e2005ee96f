import SchemaRepository

/// The place of a rule in its feature's table. Several rules of a platform start at the same version only while one
/// revision replaces another in steps; the newest comes first.
struct RulePlace: Sendable, Hashable {
    let platform: String
    let from: ClientVersion
}

/// A release that a request expects of a feature.
struct ExpectedRelease: Sendable {
    /// The newest release that the person saw; 0 for none.
    let release: Int
    /// The clients for whom nothing may have changed since; nil for all.
    let clients: Clients?
    /// Later releases that the request expects too.
    var known: Set<Int> = []

    /// A platform and a range of its versions.
    struct Clients: Sendable {
        let platform: String
        let range: VersionInterval
    }
}

extension FeatureState {
    /// Returns true if both states have the same rules for some clients, and the same switch of their platform.
    func isLike(_ other: FeatureState, for clients: ExpectedRelease.Clients) -> Bool {
        func essence(_ state: FeatureState) -> [[String]] {
            state.rules.filter { $0.platform == clients.platform && $0.range.overlaps(clients.range) }.map { rule in
                [rule.from.text, rule.until?.text ?? "", rule.percent.text, String(rule.revision)] + rule.hashes
            }
        }
        return essence(self) == essence(other)
            && switchedOff.contains(clients.platform) == other.switchedOff.contains(clients.platform)
    }
}

extension VersionInterval {
    /// Returns true if every version of the other range is in this one.
    func contains(_ other: VersionInterval) -> Bool {
        guard from <= other.from else { return false }
        guard let until else { return true }
        return other.until.map { $0 <= until } ?? false
    }

    /// Returns true if some version is in both ranges.
    func overlaps(_ other: VersionInterval) -> Bool {
        let startsBefore = other.until.map { from < $0 } ?? true
        return startsBefore && (until.map { other.from < $0 } ?? true)
    }
}
