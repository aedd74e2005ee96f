import JSONText
import Publishing
import SchemaRepository

/// A row that says if the registered builds in an interval of client versions can decode the edition that they get.
struct ProofRow: Sendable {
    /// The style of the badge: `ok`, `bad`, or empty for a neutral badge.
    var kind: String
    var word: String
    var platform: String
    var sentence: String
    var refusals: [Refusal]

    /// A sentence about a part of the edition that a registered build does not decode.
    struct Refusal: Sendable {
        var words: [MessagePiece]
    }

    /// Returns the rows for intervals, with the titles of the platforms. If the intervals belong to several revisions,
    /// each row names its revision, because two revisions may be served to the same versions.
    static func rows(_ proofs: [IntervalProof], platforms: [Platform]) -> [ProofRow] {
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
        sentence: "6.0 and later: registered build 6.2.0 cannot decode the document.",
        refusals: [Refusal(words: MessagePiece.pieces(of: "iOS 6.2.0 does not decode the value `xxl`."))])
}
