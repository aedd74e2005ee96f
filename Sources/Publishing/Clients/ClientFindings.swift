import JSONText
import SchemaRepository

/// The result of comparing a revision's editions with the registered builds: a proof for each edition, and the problems
/// that prevent the release.
struct ClientFindings {
    /// The proofs, in the order of the editions; without those of editions that could not be compared.
    private(set) var proofs: [IntervalProof] = []
    private(set) var problems: [ReleaseProblem] = []
    private let feature: String
    private let platform: String

    /// Compares the editions with the builds. `number` is the number of the revision from which the editions were
    /// assembled; `revision` is its document, so that problems can give its lines.
    init(
        _ editions: [Assembly.Edition], of feature: Feature, kind: DocumentKind, platform: String,
        in repository: SchemaRepository, with clients: [ClientCapabilities], revision: JSONDocument?,
        number: Int
    ) {
        (self.feature, self.platform) = (feature.name, platform)
        for edition in editions {
            let given = clients.filter { edition.interval.contains($0.version) }
            guard !given.isEmpty else {
                proofs.append(
                    IntervalProof(platform: platform, revision: number, interval: edition.interval, proof: .claimed))
                continue
            }
            guard let (document, uses) = repository.capabilityUses(ofEdition: edition.bytes, kind: kind),
                !uses.isIncomplete
            else {
                problems.append(
                    ReleaseProblem(
                        code: "client-unchecked",
                        message: "Comparing the document with the registered builds takes too long. "
                            + "Make the document smaller.",
                        feature: feature.name, version: edition.interval.from.text))
                continue
            }
            let proof = EditionProof(of: uses, with: given)
            proofs.append(
                IntervalProof(platform: platform, revision: number, interval: edition.interval, proof: proof))
            guard case .refused(let refusals) = proof else { continue }
            for refusal in refusals { problems += problems(of: refusal, in: document, revision) }
        }
    }

    private func problems(
        of refusal: EditionProof.Refusal, in edition: JSONDocument, _ revision: JSONDocument?
    ) -> [ReleaseProblem] {
        let client = CapabilityLack.client(refusal.label, platform: platform)
        let summary = ReleaseProblem(
            code: "client-refused",
            message: "\(client) is registered and cannot decode this document.",
            feature: feature, version: refusal.version.text)
        return [summary]
            + refusal.lacks.map { lack in
                // Assembly can move array items, so a line is given only if the revision has the same value at that
                // pointer.
                let written = revision?.root.value(at: lack.pointer)
                let isSame = written?.minified() == edition.root.value(at: lack.pointer)?.minified()
                let place = isSame ? written.flatMap { revision?.range(of: $0).start } : nil
                return ReleaseProblem(
                    code: "client-lacks-\(lack.name.kind.rawValue)",
                    message: lack.sentence(platform: platform, client: refusal.label) + ".", feature: feature,
                    version: refusal.version.text, pointer: lack.pointer.description, line: place?.line,
                    column: place?.column, schemaPointer: lack.name.entity)
            }
    }
}
