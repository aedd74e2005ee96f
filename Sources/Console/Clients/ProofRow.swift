import JSONText
import Publishing
import SchemaRepository

/// The standing of an interval of client versions with the registered builds.
struct ProofRow: Sendable {
    /// The color of the badge: `ok`, `bad`, or empty.
    var kind: String
    var word: String
    var platform: String
    var sentence: String
    var refusals: [Refusal]

    /// A part that a registered build lacks.
    struct Refusal: Sendable {
        var words: [MessagePiece]
    }

    /// The rows of intervals; platforms are called by their titles. Intervals of several revisions name theirs, because
    /// two of them may stand for the same versions.
    static func rows(_ proofs: [ProvenInterval], platforms: [Platform]) -> [ProofRow] {
        let namesRevision = Set(proofs.map(\.revision)).count > 1
        return proofs.map { proof in
            let versions =
                namesRevision
                ? Texts["clients.versions-of-revision", ["versions": proof.versions, "revision": proof.revision]]
                : proof.versions
            return ProofRow(
                kind: ProofBadge(proof).kind, word: proof.word,
                platform: platforms.title(of: proof.platform),
                sentence: "\(versions): \(proof.explanation)",
                refusals: proof.refusals.map { Refusal(words: MessagePiece.pieces(of: $0)) })
        }
    }

    static let sample = ProofRow(
        kind: "bad", word: "Refused", platform: "iOS",
        sentence: "6.0 and later: registered build 6.2.0 cannot decode it.",
        refusals: [Refusal(words: MessagePiece.pieces(of: "iOS 6.2.0 does not decode the value `xxl`."))])
}
