import SchemaRepository

/// A range of versions with the same value, such as the result for clients.
struct VersionRun<Value: Sendable & Equatable>: Sendable {
    var from: ClientVersion
    /// The first version after the range; nil if it is open-ended.
    var until: ClientVersion?
    /// The number of columns that the range takes in a map of versions.
    var span: Int
    var value: Value

    /// `5.2 → 6.0`, or `5.2 →` if open-ended.
    var range: String { VersionRange.short(from, until) }

    /// Returns the fewest ranges that cover all versions from the first start on, in ascending order. Each value holds
    /// from its start until the next one.
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
