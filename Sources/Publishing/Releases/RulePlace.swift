import SchemaRepository

/// The place of a rule in its feature's table: its platform and the version at which it starts. Several rules have the
/// same place, for example, while a rollout replaces one revision with another in steps; the newest comes first.
struct RulePlace: Sendable, Hashable {
    let platform: String
    let from: ClientVersion
}

/// The release of a feature that a request is based on.
struct ExpectedRelease: Sendable {
    /// The newest release that the person saw; 0 for none.
    let release: Int
    /// The clients for whom nothing may have changed since the release; nil for all.
    let clients: Clients?
    /// Later releases whose changes do not make the request stale.
    var known: Set<Int> = []

    /// The clients of a platform in a range of versions.
    struct Clients: Sendable {
        let platform: String
        let range: VersionInterval
    }
}

extension FeatureState {
    /// Returns true if both states have the same rules for the clients, and their platform is switched off in both or
    /// neither.
    func isLike(_ other: FeatureState, for clients: ExpectedRelease.Clients) -> Bool {
        func own(_ state: FeatureState) -> [Rule] {
            state.rules.filter { $0.platform == clients.platform && $0.range.overlaps(clients.range) }
        }
        let (mine, others) = (own(self), own(other))
        return mine.count == others.count && zip(mine, others).allSatisfy { $0.isLike($1) }
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
