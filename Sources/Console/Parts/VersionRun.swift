import SchemaRepository

/// A range of versions with the same value, such as the result for clients.
struct VersionRun<Value: Sendable & Equatable>: Sendable {
    var from: ClientVersion
    /// The first version after the range; nil if it is open-ended.
    var until: ClientVersion?
    /// The number of columns that the range covers in a version map.
    var span: Int
    var value: Value

    /// `5.2 → 6.0`, or `5.2 →` if open-ended.
    var range: String { VersionRange.short(from, until) }

    /// Returns ranges that cover all versions from the first start on, in ascending order. Each start has its value up
    /// to the next start; adjacent ranges with equal values are joined.
    static func merging(_ starts: [ClientVersion], _ value: (ClientVersion) -> Value) -> [VersionRun] {
        var runs: [VersionRun] = []
        for (index, start) in starts.enumerated() {
            let until = index + 1 < starts.count ? starts[index + 1] : nil
            let value = value(start)
            if let last = runs.last, last.value == value {
                runs[runs.count - 1].until = until
                runs[runs.count - 1].span += 1
            } else {
                runs.append(VersionRun(from: start, until: until, span: 1, value: value))
            }
        }
        return runs
    }
}
