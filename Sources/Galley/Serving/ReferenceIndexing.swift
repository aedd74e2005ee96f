import Logging
import Publishing

/// Adds the index of references (to features and option lists) for revisions that were saved by a version of Galley
/// without this index. Runs at the start, and again every hour in case the database was unavailable.
struct ReferenceIndexing {
    private let task: PeriodicTask

    init(references: ReferenceStore) {
        let log = Logger(label: "galley.console")
        task = PeriodicTask("galley.references", seconds: 3_600) {
            do {
                try references.storeOlder()
            } catch {
                log.warning("references of older revisions could not be stored", metadata: ["error": "\(error)"])
            }
        }
    }

    /// Starts the work.
    func start() { task.start(after: 1) }
}
