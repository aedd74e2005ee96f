import Dispatch
import Logging
import Publishing

/// Writes what is collected of failed sign-ins into the audit trail, once a minute and at the end.
final class Recording: @unchecked Sendable {
    private let accounts: AccountStore
    private let log = Logger(label: "galley.console")
    /// Used by whoever starts and stops.
    private let timer = DispatchSource.makeTimerSource(queue: .global())

    init(accounts: AccountStore) { self.accounts = accounts }

    func start() {
        timer.schedule(deadline: .now() + 60, repeating: 60)
        timer.setEventHandler { [self] in record() }
        timer.resume()
    }

    /// Records what is left.
    func stop() {
        timer.cancel()
        record()
    }

    private func record() {
        do {
            try accounts.recordRefusals()
        } catch {
            log.warning("failed sign-ins could not be recorded", metadata: ["error": "\(error)"])
        }
    }
}
