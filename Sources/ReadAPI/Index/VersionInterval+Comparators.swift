import SchemaRepository

extension VersionInterval {
    /// The interval as comparators that must all hold, for example `>=5.2 <6.0` or `>=5.2`.
    var comparators: String { until.map { ">=\(from.text) <\($0.text)" } ?? ">=\(from.text)" }
}
