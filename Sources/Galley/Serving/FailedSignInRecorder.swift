import Logging
import Publishing

/// Writes the collected failed sign-ins to the audit trail, once a minute and at the end.
struct FailedSignInRecorder {
    private let task: PeriodicTask

    init(accounts: AccountStore) {
        let log = Logger(label: "galley.console")
        task = PeriodicTask("galley.recording", seconds: 60) {
            do {
                try accounts.recordRefusals()
            } catch {
                log.warning("failed sign-ins could not be recorded", metadata: ["error": "\(error)"])
            }
        }
    }

    /// Starts recording after a minute.
    func start() { task.start(after: 60) }

    /// Records the remaining attempts.
    func stop() { task.stop() }
}
