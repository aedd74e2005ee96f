import JSONText
import Publishing
import SchemaRepository

/// The standing of an interval of client versions with the registered builds.
struct ProofRow: Sendable {
    /// The colour of the badge: `ok`, `bad`, or empty.
    var kind: String
    var word: String
    var platform: String
    var sentence: String
    var refusals: [Refusal]

    /// A part that a registered build lacks.
    struct Refusal: Sendable {
        var words: [MessagePiece]
    }

    /// The rows of intervals; platforms are called by their titles.
    static func rows(_ proofs: [ProvenInterval], platforms: [Platform]) -> [ProofRow] {
        proofs.map { proof in
            ProofRow(
                kind: ProofBadge(proof).kind, word: proof.word,
                platform: platforms.first { $0.name == proof.platform }?.title ?? proof.platform,
                sentence: "\(proof.interval.words): \(proof.explanation)",
                refusals: proof.refusals.map { Refusal(words: MessagePiece.pieces(of: $0)) })
        }
    }

    static let sample = ProofRow(
        kind: "bad", word: "Refused", platform: "iOS", sentence: "from 6.0 on: unable to decode it: 6.2.0.",
        refusals: [Refusal(words: MessagePiece.pieces(of: "iOS 6.2.0 does not decode the value `xxl`."))])
}
