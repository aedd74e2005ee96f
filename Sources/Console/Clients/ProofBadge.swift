import Publishing
import SchemaRepository

/// A badge that says if registered builds can decode an edition.
struct ProofBadge: Sendable {
    /// The style of the badge: `ok`, `bad`, or empty for a neutral badge.
    var kind: String
    /// `Claimed` if no build was compared: no build of the edition's client versions is registered, comparing took too
    /// long, or the edition cannot be read with the current schemas. `Proven` if every registered build of these
    /// versions can decode the edition, `Refused` if one of them cannot.
    var word: String

    init(_ proof: IntervalProof) {
        word = proof.word
        kind =
            switch proof.proof {
            case .claimed: ""
            case .proven: "ok"
            case .refused: "bad"
            }
    }
}
