import Logging
import Publishing

/// Looks every minute for former names of features whose grace period is over, and ends their use.
struct GracePeriods {
    private let task: PeriodicTask

    init(releases: ReleaseStore) {
        let log = Logger(label: "galley.console")
        task = PeriodicTask("galley.grace-periods", seconds: 60) {
            do {
                for name in try releases.endGracePeriods() {
                    log.info("a former name no longer works", metadata: ["name": "\(name)"])
                }
            } catch {
                log.warning("grace periods could not be ended", metadata: ["error": "\(error)"])
            }
        }
    }

    /// Starts the work.
    func start() { task.start(after: 2) }
}
