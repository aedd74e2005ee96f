/// The client versions from one (inclusive) until another (exclusive), or for ever.
package struct VersionInterval: Sendable, Hashable, CustomStringConvertible {
    package let from: ClientVersion
    package let until: ClientVersion?

    /// Every client version there is.
    package static let all = VersionInterval(from: .zero, until: nil)

    package init(from: ClientVersion, until: ClientVersion? = nil) {
        self.from = from
        self.until = until
    }

    /// Whether no version lies in it.
    package var isEmpty: Bool { until.map { $0 <= from } ?? false }

    /// Whether the version lies in it.
    package func contains(_ version: ClientVersion) -> Bool {
        from <= version && (until.map { version < $0 } ?? true)
    }

    /// In words, as in “from 5.2 until 6.0” and “from 5.2 on”.
    package var words: String { until.map { "from \(from) until \($0)" } ?? "from \(from) on" }

    /// The mathematical notation, as in `[5.2, 6.0)` and `[5.2, ∞)`.
    package var description: String { "[\(from), \(until?.text ?? "∞"))" }
}
