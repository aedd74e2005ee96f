import Publishing

/// The adoptions of schema releases: the current release, and the earlier ones.
struct SchemaReleaseHistory: Sendable {
    /// The maximum number of adoptions that are read for a page.
    private static let limit = 1_000

    let adoptions: [SchemaAdoption]
    /// A sentence about earlier adoptions that were not read; nil if there are none.
    let cutWords: String?
    private let adopted: Set<Int>

    /// Reads the newest adoptions, at most `limit`.
    init(of store: SchemaReleaseStore) throws {
        let read = try ListPage(Self.limit) { try store.adoptions(limit: $0) }
        (adoptions, cutWords) = (read.rows, read.cutWords)
        adopted = Set(adoptions.map(\.schemaRelease))
    }

    /// The number of the current schema release; nil before the first adoption.
    var current: Int? { adoptions.first?.schemaRelease }

    /// The number of the schema release that was current before; nil if there was none.
    var previous: Int? { adoptions.dropFirst().first?.schemaRelease }

    /// Returns true if a proposal waits for its adoption. A release that was current before can become current again
    /// without a proposal.
    func isOpen(_ proposal: SchemaProposal) -> Bool { !adopted.contains(proposal.release.number) }

    /// Returns the state of a release with its newest proposal, if any.
    func state(of number: Int, proposal: SchemaProposal?) -> SchemaReleaseState {
        SchemaReleaseState(
            number, current: current, adopted: adopted, proposal: proposal, isOpen: proposal.map(isOpen) ?? false)
    }
}
