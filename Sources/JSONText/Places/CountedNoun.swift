extension DefaultStringInterpolation {
    /// Appends a count with its noun: `1 part`, `2 parts`. The plural is the noun with an “s” if none is given.
    package mutating func appendInterpolation(counted count: Int, _ noun: String, _ plural: String? = nil) {
        appendLiteral(count == 1 ? "1 \(noun)" : "\(count) \(plural ?? noun + "s")")
    }
}
