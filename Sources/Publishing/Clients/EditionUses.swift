import JSONText
import PostgreSQL
import SchemaRepository

/// The entities, properties and enum values of the schemas that stored editions use. Each edition is loaded and
/// examined once, although several rules and builds may share it.
struct EditionUses {
    private let contents: [String: [UInt8]]
    private let repository: SchemaRepository
    private let work: WorkBudget
    private var known: [Key: CapabilityUses?] = [:]

    private struct Key: Hashable {
        let hash: String
        let kind: String
    }

    /// Loads the editions with these hashes in one query.
    init(
        of hashes: some Sequence<String>, by repository: SchemaRepository, work: WorkBudget, on connection: Connection
    ) throws {
        contents = try ContentStore.bytes(of: Array(Set(hashes)), on: connection)
        (self.repository, self.work) = (repository, work)
    }

    /// Returns the entities, properties and enum values that an edition uses as a document of a kind; nil if the
    /// edition or the kind is unknown, or if the edition cannot be read.
    mutating func of(_ hash: String, kind name: String) -> CapabilityUses? {
        let key = Key(hash: hash, kind: name)
        if let found = known[key] { return found }
        var found: CapabilityUses?
        if let kind = repository.kind(named: name), let bytes = contents[hash] {
            found = repository.capabilityUses(ofEdition: bytes, kind: kind, work: work)?.uses
        }
        known[key] = found
        return found
    }
}
