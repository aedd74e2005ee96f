/// A share of the clients, in steps of a tenth of a percent.
package struct RolloutPercent: Sendable, Hashable {
    /// The share in tenths of a percent: the number of buckets that it admits. A valid share has 0 to 1,000.
    package let tenths: Int

    /// Creates a share from tenths of a percent; a share outside 0 to 1,000 is refused when it is published.
    package init(tenths: Int) {
        self.tenths = tenths
    }

    /// Parses a decimal number of percent, such as `12.5`, with one to six digits before the point and at most one
    /// after it; nil for any other text. Numbers above 100 are parsed too; see `isPossible`.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let isPlain = parts.allSatisfy { part in
            (1...6).contains(part.utf8.count) && part.utf8.allSatisfy { (48...57).contains($0) }
        }
        guard isPlain, let whole = Int(parts[0]) else { return nil }
        guard parts.count == 2 else {
            tenths = whole * 10
            return
        }
        guard parts[1].utf8.count == 1, let rest = Int(parts[1]) else { return nil }
        tenths = whole * 10 + rest
    }

    /// The share that admits every client.
    package static let everyone = RolloutPercent(tenths: 1_000)

    /// True for 0 to 100 percent.
    package var isPossible: Bool { (0...1_000).contains(tenths) }

    /// True if the share admits every client, even one without a bucket.
    package var isEveryone: Bool { tenths >= 1_000 }

    /// The percentage; with a decimal place unless that is 0.
    package var text: String { tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)" }
}

extension RolloutPercent: ExpressibleByIntegerLiteral {
    /// Creates a share from whole percent.
    package init(integerLiteral percent: Int) { self.init(tenths: percent * 10) }
}

extension RolloutPercent: CustomStringConvertible {
    package var description: String { text }
}

extension RolloutPercent: Encodable {
    /// Encodes the number of percent, as an integer where it is whole.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if tenths % 10 == 0 { try container.encode(tenths / 10) } else { try container.encode(Double(tenths) / 10) }
    }
}
