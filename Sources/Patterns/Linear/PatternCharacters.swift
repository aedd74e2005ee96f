/// The characters that a pattern takes at one place.
package struct PatternCharacters: Sendable {
    private let prepared: BacktrackingProgram.PreparedSet

    /// The largest range whose characters are tried one by one.
    private static let maximumTried = 512

    init(_ prepared: BacktrackingProgram.PreparedSet) { self.prepared = prepared }

    /// Returns true if the set contains a character.
    package func contains(_ scalar: Unicode.Scalar) -> Bool { prepared.contains(scalar.value) }

    /// Returns true if the set may contain a wanted character; also if trying all of them would take too long.
    package func mayContain(where isWanted: (Unicode.Scalar) -> Bool) -> Bool {
        if prepared.set.isNegative || !prepared.set.properties.isEmpty { return true }
        return prepared.set.ranges.contains { range in
            range.count > Self.maximumTried || range.contains { Unicode.Scalar($0).map(isWanted) ?? false }
        }
    }

    /// The ends of the ranges; empty for a set defined by the characters it excludes.
    var ends: [Unicode.Scalar] {
        guard !prepared.set.isNegative else { return [] }
        return prepared.set.ranges.flatMap { [$0.lowerBound, $0.upperBound] }.compactMap { Unicode.Scalar($0) }
    }
}
