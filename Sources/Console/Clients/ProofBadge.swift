import Publishing
import SchemaRepository

/// The word for the standing of an edition with the registered builds.
struct ProofBadge: Sendable {
    /// The color: `ok`, `bad`, or empty.
    var kind: String
    /// `Claimed`, `Proven` or `Refused`.
    var word: String

    init(_ proof: ProvenInterval) {
        word = proof.word
        kind =
            switch proof.proof {
            case .claimed: ""
            case .proven: "ok"
            case .refused: "bad"
            }
    }
}
