import PostgreSQL
import SchemaRepository
import Synchronization

/// A cache of the capability lists of registered builds, by the hash of their stored bytes.
final class ClientLists: Sendable {
    /// The number of cached lists above which all are removed except those that the current call needs.
    static let limit = 1_000

    private let kept = Mutex<[String: [String: ClientCapabilities.Entity]]>([:])

    /// Returns the registered builds whose registrations meet an SQL condition.
    func clients(_ condition: SQL = "true", on connection: Connection) throws -> [RegisteredClient] {
        try clients(of: ClientTable.valid(condition, on: connection), on: connection)
    }

    /// Returns the registrations with their lists of capabilities, without withdrawals.
    func clients(of registrations: [ClientRegistration], on connection: Connection) throws -> [RegisteredClient] {
        let known = kept.withLock { $0 }
        var lists = known
        let missing = Set(registrations.compactMap(\.listsHash)).filter { known[$0] == nil }
        // Lists are loaded one by one, because those of many builds together are large.
        for hash in missing {
            guard let bytes = try ContentStore.bytes(of: [hash], on: connection)[hash] else { throw MissingRow() }
            lists[hash] = try ClientCapabilities.entities(stored: bytes)
        }
        if !missing.isEmpty {
            let wanted = Set(registrations.compactMap(\.listsHash))
            kept.withLock { kept in
                kept = lists.count > Self.limit ? lists.filter { wanted.contains($0.key) } : lists
            }
        }
        return registrations.compactMap { registration in
            guard let hash = registration.listsHash, let entities = lists[hash] else { return nil }
            return RegisteredClient(
                registration: registration,
                capabilities: ClientCapabilities(
                    platform: registration.platform, version: registration.version, build: registration.build,
                    entities: entities))
        }
    }
}
