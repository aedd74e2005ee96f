import Foundation
package import SchemaRepository

/// An interval of client versions that get the same bytes, and the proof that registered builds can or cannot decode
/// these bytes.
package struct IntervalProof: Sendable, Hashable {
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

    /// The reason for `word`, as in “registered builds 6.2.0, 6.3.0 can decode the document.”
    package var explanation: String {
        switch proof {
        case .claimed: "no registered build was compared; the check relies on the schemas."
        case .proven(let labels): "\(Self.builds(labels)) can decode the document."
        case .refused(let refusals): "\(Self.builds(refusals.map(\.label))) cannot decode the document."
        }
    }

    /// The versions, as in “6.0 and later” or “6.0 until 7.0”.
    package var versions: String {
        interval.until.map { "\(interval.from) until \($0)" } ?? "\(interval.from) and later"
    }

    /// One sentence with `word` and its reason, as in “Proven for 6.0 and later: registered build 6.2.0 can decode the
    /// document.”
    package var sentence: String { "\(word) for \(versions): \(explanation)" }

    /// A sentence for each entity, property or enum value that a registered build lacks, with its place in the edition.
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

    private static func builds(_ labels: [String]) -> String {
        let others = labels.count - shownLabels
        return (labels.count == 1 ? "registered build " : "registered builds ")
            + labels.prefix(shownLabels).joined(separator: ", ") + (others > 0 ? " and \(others) more" : "")
    }
}
