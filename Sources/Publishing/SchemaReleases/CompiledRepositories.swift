import SchemaRepository
import Synchronization

/// The repositories compiled last: schema releases never change, so one compiled stays right.
final class CompiledRepositories: Sendable {
    /// How many are kept.
    static let limit = 4

    private let entries = Mutex<[(number: Int, repository: SchemaRepository)]>([])

    /// The repository of a schema release, if it is kept.
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
