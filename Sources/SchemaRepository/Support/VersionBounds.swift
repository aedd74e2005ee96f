/// Collects the versions at which version sets begin and end.
final class VersionBounds {
    private(set) var versions: Set<ClientVersion> = []

    /// Adds the bounds of a set, except a beginning at 0.
    func insert(_ set: VersionSet) {
        for interval in set.intervals {
            if interval.from != .zero { versions.insert(interval.from) }
            if let until = interval.until { versions.insert(until) }
        }
    }
}
