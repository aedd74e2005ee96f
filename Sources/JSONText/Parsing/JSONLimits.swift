/// How large and how deep a text may be.
package struct JSONLimits: Sendable, Hashable {
    /// 32 MiB is the most that the compact storage can count.
    package static let largestText = 32 << 20
    /// Algorithms over values may recurse, so depth has a ceiling of its own.
    package static let greatestDepth = 512

    package let maximumBytes: Int
    /// Containers inside one another; a text of one number has depth 0.
    package let maximumDepth: Int

    /// What a person pastes into the console: 4 MiB.
    package static let console = JSONLimits(maximumBytes: 4 << 20)

    /// The limits of the command line by default: 8 MiB, 256 levels. Greater values than the storage allows are lowered.
    package init(maximumBytes: Int = 8 << 20, maximumDepth: Int = 256) {
        self.maximumBytes = min(maximumBytes, Self.largestText)
        self.maximumDepth = min(maximumDepth, Self.greatestDepth)
    }
}
