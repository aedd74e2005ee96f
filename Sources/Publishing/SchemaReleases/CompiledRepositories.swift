import SchemaRepository
import Synchronization

/// A cache of compiled repositories; schema releases never change, so entries stay valid.
final class CompiledRepositories: Sendable {
    /// The maximum number of entries.
    static let limit = 4

    private let entries = Mutex<[(number: Int, repository: SchemaRepository)]>([])

    /// The repository of a schema release; nil if it is not cached.
    subscript(number: Int) -> SchemaRepository? {
        get { entries.withLock { entries in entries.first { $0.number == number }?.repository } }
        set {
            entries.withLock { entries in
                entries.removeAll { $0.number == number }
                if let newValue { entries.append((number, newValue)) }
                if entries.count > Self.limit { entries.removeFirst() }
            }
        }
    }
}
