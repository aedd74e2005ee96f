import JSONText
import Publishing
import SchemaRepository
import Synchronization

/// Finds the live documents that contain an entity, that is, a part that one schema of the repository describes. The
/// results are cached until the next release or the next adoption of schemas.
final class LiveUses: Sendable {
    /// A feature whose live documents contain an entity.
    struct Use: Sendable, Hashable {
        let feature: String
        let revisions: [Int]
    }

    /// A revision, with the id of its feature, because names change and another feature may get a former name.
    private struct Place: Hashable {
        let feature: Int
        let revision: Int
    }

    private struct State {
        var release = -1
        var schemaRelease = -1
        var isComplete = true
        /// The present names of the features in `contents`, by id.
        var names: [Int: String] = [:]
        var contents: [Place: Set<String>] = [:]
    }

    private let stores: Stores
    private let limit: Int
    private let budget: Int
    private let state = Mutex(State())

    /// Creates a finder that examines at most `limit` features and at most `limit` documents, and stops after it has
    /// read `budget` bytes.
    init(stores: Stores, limit: Int = 500, budget: Int = 16 << 20) {
        self.stores = stores
        self.limit = limit
        self.budget = budget
    }

    /// Returns the features whose live documents contain an entity, sorted by name. `isComplete` is true if all live
    /// documents were examined.
    func uses(of id: String, in repository: SchemaRepository, schemaRelease: Int) throws -> (
        uses: [Use], isComplete: Bool
    ) {
        let state = try current(repository, schemaRelease)
        let places = state.contents.filter { $0.value.contains(id) }.keys
        let uses = Dictionary(grouping: places, by: \.feature).map {
            Use(feature: state.names[$0.key] ?? "", revisions: $0.value.map(\.revision).sorted(by: >))
        }
        return (uses.sorted { $0.feature < $1.feature }, state.isComplete)
    }

    private func current(_ repository: SchemaRepository, _ schemaRelease: Int) throws -> State {
        let release = try stores.releases.newest()
        let known = state.withLock { $0 }
        if known.release == release, known.schemaRelease == schemaRelease { return known }
        let state = try walk(
            repository, release: release, schemaRelease: schemaRelease,
            known: known.schemaRelease == schemaRelease ? known.contents : [:])
        self.state.withLock { $0 = state }
        return state
    }

    private func walk(
        _ repository: SchemaRepository, release: Int, schemaRelease: Int, known: [Place: Set<String>]
    ) throws -> State {
        var state = State(release: release, schemaRelease: schemaRelease)
        let features = try stores.features.list(.all, by: .released, limit: limit)
        state.isComplete =
            features.total == features.features.count || features.features.last?.feature.liveRelease == nil
        var size = 0
        for summary in features.features {
            let feature = summary.feature
            state.names[feature.id] = feature.name
            let live = summary.answering.map(\.revision)
            for number in Set(live).sorted() {
                let place = Place(feature: feature.id, revision: number)
                guard state.contents.count < limit, size < budget else {
                    state.isComplete = false
                    return state
                }
                // A revision never changes, so its cached content stays valid.
                if let contents = known[place] {
                    state.contents[place] = contents
                    continue
                }
                guard let revision = try stores.revisions.revision(of: feature, number: number) else { continue }
                size += revision.bytes.count
                state.contents[place] = Self.contents(of: revision, kind: feature.kind, in: repository)
            }
        }
        return state
    }

    private static func contents(of revision: Revision, kind: String, in repository: SchemaRepository) -> Set<String> {
        guard let kind = repository.kind(named: kind),
            let document = try? JSONDocument(parsing: revision.bytes, limits: .console)
        else { return [] }
        return repository.entities(in: document, kind: kind)
    }
}
