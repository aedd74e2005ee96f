/// The result of checking an edition against the known builds in its version interval: the registered ones, or those
/// given to `galley editions`.
package enum EditionProof: Sendable, Hashable {
    /// The edition relies on the annotations of the schemas alone: no build in the interval is known, or the
    /// comparison with the builds was not possible.
    case claimed
    /// Every known build in the interval decodes all of it.
    case proven(by: [String])
    /// At least one known build lacks a part of it.
    case refused([Refusal])

    /// A build that cannot decode an edition, with the parts that it lacks.
    package struct Refusal: Sendable, Hashable {
        package let version: ClientVersion
        package let label: String
        package let lacks: [CapabilityLack]
    }

    /// Checks the parts that a document uses against the capabilities of the builds that receive it.
    package init(of uses: CapabilityUses, with clients: some Sequence<ClientCapabilities>) {
        var labels: [String] = []
        var refusals: [Refusal] = []
        for client in clients {
            labels.append(client.label)
            let lacks = uses.lacks(of: client)
            if !lacks.isEmpty { refusals.append(Refusal(version: client.version, label: client.label, lacks: lacks)) }
        }
        self = labels.isEmpty ? .claimed : refusals.isEmpty ? .proven(by: labels) : .refused(refusals)
    }

    /// `claimed`, `proven` or `refused`.
    package var word: String {
        switch self {
        case .claimed: "claimed"
        case .proven: "proven"
        case .refused: "refused"
        }
    }
}
