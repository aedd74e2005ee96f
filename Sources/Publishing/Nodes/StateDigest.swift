import Cryptography
import SchemaRepository

/// A digest of the live state: the sum of the digests of all features, so that it can be updated for a changed feature
/// without reading the other features.
package struct StateDigest: Sendable, Hashable {
    /// The sum as four words of 64 bits, each of which wraps around on overflow.
    private var words: SIMD4<UInt64>

    /// The digest of a state in which no feature has rules or is switched off.
    package static let empty = StateDigest(words: .zero)

    private init(words: SIMD4<UInt64>) { self.words = words }

    /// Creates the digest of one feature; empty if the feature has no rules and is not switched off. The digest does
    /// not cover the release numbers of editions, because after a restoration of the database the same bytes are
    /// published under a new number.
    package init(feature name: String, rules: [Rule], switchedOff: [String]) {
        guard !rules.isEmpty || !switchedOff.isEmpty else {
            self = .empty
            return
        }
        var text = name
        for platform in switchedOff.sorted() { text += "\noff \(platform)" }
        let ordered = Set(rules.map(\.platform)).sorted().flatMap { RuleTable(rules, platform: $0).rules }
        for rule in ordered {
            text += "\nrule \(rule.platform) \(rule.from) \(rule.until?.text ?? "") \(rule.percent) \(rule.revision)"
            var last = ""
            for edition in rule.editions where edition.hash != last {
                text += "\n\(edition.from) \(edition.hash)"
                last = edition.hash
            }
        }
        self.init(bytes: SHA256Digest(of: text).bytes)
    }

    /// Creates a digest from its 32 bytes; an empty one if there are not 32 bytes.
    package init(bytes: [UInt8]) {
        words = .zero
        guard bytes.count == 32 else { return }
        for (index, byte) in bytes.enumerated() { words[index / 8] = words[index / 8] << 8 | UInt64(byte) }
    }

    /// The digest as 32 bytes.
    package var bytes: [UInt8] {
        (0..<32).map { UInt8(truncatingIfNeeded: words[$0 / 8] >> UInt64(56 - 8 * ($0 % 8))) }
    }

    /// Adds the digest of a feature to that of a state.
    package static func + (left: StateDigest, right: StateDigest) -> StateDigest {
        StateDigest(words: left.words &+ right.words)
    }

    /// Removes the digest of a feature from that of a state, before its new digest is added.
    package static func - (left: StateDigest, right: StateDigest) -> StateDigest {
        StateDigest(words: left.words &- right.words)
    }
}

extension FeatureState {
    /// The digest of the feature's live state.
    var digest: StateDigest { StateDigest(feature: feature.name, rules: rules, switchedOff: switchedOff) }
}

extension ReleaseItem {
    /// The digest of the feature's live state.
    var digest: StateDigest { StateDigest(feature: feature, rules: rules, switchedOff: switchedOff) }
}

extension FeatureSnapshot {
    /// The digest of the feature's live state; empty for a former name, so that the feature counts only once, under its
    /// present name.
    package var digest: StateDigest {
        renaming == nil ? StateDigest(feature: name, rules: rules, switchedOff: switchedOff) : .empty
    }
}
