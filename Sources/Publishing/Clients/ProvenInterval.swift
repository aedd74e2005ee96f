import Foundation
package import SchemaRepository

/// An interval of client versions that get the same bytes, and the proof that registered builds can or cannot decode
/// these bytes.
package struct ProvenInterval: Sendable, Hashable {
    package let platform: String
    /// The revision that the bytes were assembled from.
    package let revision: Int
    package let interval: VersionInterval
    package let proof: EditionProof

    package init(platform: String, revision: Int, interval: VersionInterval, proof: EditionProof) {
        (self.platform, self.revision, self.interval, self.proof) = (platform, revision, interval, proof)
    }

    /// `Claimed`, `Proven` or `Refused`.
    package var word: String { proof.word.capitalized }

    /// The reason for `word`, as in “registered and able to decode it: 6.2.0, 6.3.0.”
    package var explanation: String {
        switch proof {
        case .claimed: "no build is registered there, so only the schemas’ annotations say that clients can decode it."
        case .proven(let labels): "registered and able to decode it: \(Self.list(labels))."
        case .refused(let refusals): "registered and unable to decode it: \(Self.list(refusals.map(\.label)))."
        }
    }

    /// One sentence with `word` and its reason, as in “Proven from 6.0 on: registered and able to decode it: 6.2.0.”
    package var sentence: String { "\(word) \(interval.words): \(explanation)" }

    /// A sentence for each part that a registered build lacks.
    package var refusals: [String] {
        guard case .refused(let refusals) = proof else { return [] }
        return refusals.flatMap { refusal in
            refusal.lacks.map {
                "\($0.sentence(platform: platform, client: refusal.label)), used at `\($0.pointer)`."
            }
        }
    }

    /// The maximum number of builds that a sentence names.
    private static let shownLabels = 5

    private static func list(_ labels: [String]) -> String {
        let others = labels.count - shownLabels
        return labels.prefix(shownLabels).joined(separator: ", ") + (others > 0 ? " and \(others) more" : "")
    }
}
