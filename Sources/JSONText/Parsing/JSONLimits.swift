/// The maximum size and depth of a text.
package struct JSONLimits: Sendable, Hashable {
    /// The largest text that the compact storage supports: 32 MiB.
    package static let largestText = 32 << 20
    /// The greatest depth that any limits allow, because algorithms over values may recurse.
    package static let greatestDepth = 512

    package let maximumBytes: Int
    /// The maximum number of nested containers; a text of one number has depth 0.
    package let maximumDepth: Int

    /// The limits of revisions and of other JSON that is sent to the console: 4 MiB, 256 levels.
    package static let console = JSONLimits(maximumBytes: 4 << 20)

    /// Creates limits; by default 8 MiB and 256 levels, as for files that the command line only checks. Values above
    /// `largestText` and `greatestDepth` are reduced to these.
    package init(maximumBytes: Int = 8 << 20, maximumDepth: Int = 256) {
        self.maximumBytes = min(maximumBytes, Self.largestText)
        self.maximumDepth = min(maximumDepth, Self.greatestDepth)
    }
}
