/// The characters that a pattern accepts at one place.
package struct PatternCharacters: Sendable {
    private let prepared: BacktrackingProgram.PreparedSet

    /// The maximum number of characters in a range that are tried one by one.
    private static let maximumTried = 512

    init(_ prepared: BacktrackingProgram.PreparedSet) { self.prepared = prepared }

    /// Returns true if the pattern accepts a character.
    package func contains(_ scalar: Unicode.Scalar) -> Bool { prepared.contains(scalar.value) }

    /// Returns true if the pattern accepts a wanted character, or if trying all characters would take too long.
    package func mayContain(where isWanted: (Unicode.Scalar) -> Bool) -> Bool {
        if prepared.set.isNegative || !prepared.set.properties.isEmpty { return true }
        return prepared.set.ranges.contains { range in
            range.count > Self.maximumTried || range.contains { Unicode.Scalar($0).map(isWanted) ?? false }
        }
    }

    /// The first and last characters of the ranges; empty for a complement such as `[^a-z]`.
    var ends: [Unicode.Scalar] {
        guard !prepared.set.isNegative else { return [] }
        return prepared.set.ranges.flatMap { [$0.lowerBound, $0.upperBound] }.compactMap { Unicode.Scalar($0) }
    }
}
