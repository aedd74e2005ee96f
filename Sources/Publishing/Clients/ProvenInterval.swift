package import SchemaRepository

/// An interval of client versions that are given the same bytes, and the standing of these with the registered builds.
package struct ProvenInterval: Sendable, Hashable {
    package let platform: String
    package let interval: VersionInterval
    package let proof: EditionProof

    package init(platform: String, interval: VersionInterval, proof: EditionProof) {
        (self.platform, self.interval, self.proof) = (platform, interval, proof)
    }

    /// One sentence on the standing, as in “Proven from 6.0 on: 6.2.0 and 6.3.0 are registered and decode it.”
    package var sentence: String {
        switch proof {
        case .claimed:
            return
                "Claimed \(interval.words): no build is registered there, so only the schemas’ annotations speak for it."
        case .proven(let labels):
            let shown =
                labels.count > Self.shownLabels ? "\(labels.count) registered builds" : labels.joined(separator: ", ")
            return "Proven \(interval.words): registered and able to decode it: \(shown)."
        case .refused(let refusals):
            let labels = refusals.map(\.label)
            let shown =
                labels.count > Self.shownLabels ? "\(labels.count) registered builds" : labels.joined(separator: ", ")
            return "Refused \(interval.words): registered and unable to decode it: \(shown)."
        }
    }

    /// A sentence for each part that a registered build lacks.
    package var refusals: [String] {
        guard case .refused(let refusals) = proof else { return [] }
        return refusals.flatMap { refusal in
            refusal.lacks.map {
                "\($0.sentence(platform: platform, client: refusal.label)), used at `\($0.pointer)`."
            }
        }
    }

    /// How many builds a sentence names.
    private static let shownLabels = 5
}
