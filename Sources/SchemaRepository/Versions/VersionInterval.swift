/// The client versions from one (inclusive) until another (exclusive), or without an end.
package struct VersionInterval: Sendable, Hashable, CustomStringConvertible {
    package let from: ClientVersion
    package let until: ClientVersion?

    /// All client versions from 0 on, which are all but the pre-releases of version 0.
    package static let all = VersionInterval(from: .zero, until: nil)

    package init(from: ClientVersion, until: ClientVersion? = nil) {
        self.from = from
        self.until = until
    }

    /// True if no version is in the interval.
    package var isEmpty: Bool { until.map { $0 <= from } ?? false }

    /// Returns true if the version is in the interval.
    package func contains(_ version: ClientVersion) -> Bool {
        from <= version && (until.map { version < $0 } ?? true)
    }

    /// The start and, if there is one, the end.
    package var bounds: [ClientVersion] { [from] + (until.map { [$0] } ?? []) }

    /// Returns the parts into which versions split the interval, in ascending order; versions outside it are ignored.
    package func split(at versions: [ClientVersion]) -> [VersionInterval] {
        let starts = [from] + Set(versions.filter { from < $0 && contains($0) }).sorted()
        let ends = starts.dropFirst().map { Optional($0) } + [until]
        return zip(starts, ends).map { VersionInterval(from: $0, until: $1) }
    }

    /// Returns the intervals from each version to the next one, in ascending order; the last one has no end.
    package static func between(_ versions: [ClientVersion]) -> [VersionInterval] {
        versions.min().map { VersionInterval(from: $0).split(at: versions) } ?? []
    }

    /// A description in words, for example “from 5.2 until 6.0” or “from 5.2 on”.
    package var words: String { until.map { "from \(from) until \($0)" } ?? "from \(from) on" }

    /// The mathematical notation, for example `[5.2, 6.0)` or `[5.2, ∞)`.
    package var description: String { "[\(from), \(until?.text ?? "∞"))" }
}
